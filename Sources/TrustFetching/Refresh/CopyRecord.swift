/// What is known of an address between two runs.
struct CopyRecord: Codable {
    let address: String
    let kind: ResourceKind
    /// Subjects of the authorities whose revocation list it is, where signers named the address; none where only a root of the
    /// store names it, or a list does. A set, so that no authority takes the place of another.
    var authorities: Set<String> = []
    var validators: ResourceValidators?
    /// SHA-256 of the copy that the validators are of, in hex.
    var sha256: String?
    /// SHA-256 of older copies that still count: revocation lists that the authority signed with another key.
    var kept: [String]?
}
