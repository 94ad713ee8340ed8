/// What is known of an address between two runs.
struct CopyRecord: Codable {
    let address: String
    let kind: ResourceKind
    /// Subject of the authority whose revocation list it is, where a signer named the address; nil where a root of the store
    /// names it, or a list does.
    var authority: String?
    var validators: ResourceValidators?
    /// SHA-256 of the copy that the validators are of, in hex.
    var sha256: String?
}
