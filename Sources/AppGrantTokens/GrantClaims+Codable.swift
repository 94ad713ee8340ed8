import IdentityElements
import TextEncodings

/// The claims of the token (RFC 7519, 4), under the registered names where there are any.
extension GrantClaims: Codable {
    private enum CodingKeys: String, CodingKey {
        case serialNumber = "jti", client = "sub", notBefore = "nbf", notAfter = "exp"
        case name, team, executable, elements, merchants, legalBasis = "legal_basis", privacyPolicies = "privacy_policies"
    }

    /// Reads claims; each must have the form that `encode` gives it, and what people read of it must be one line of visible characters.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func bytes(_ key: CodingKeys, _ lengths: ClosedRange<Int>) throws -> [UInt8] {
            guard let bytes = Hexadecimal.bytes(try container.decode(String.self, forKey: key)), lengths.contains(bytes.count) else {
                throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "not \(lengths) bytes in hexadecimal")
            }
            return bytes
        }
        let name = try container.decode(String.self, forKey: .name)
        let privacyPolicies = try container.decode([PrivacyPolicyLink].self, forKey: .privacyPolicies)
        // It stands in wallets' own sentences.
        guard ([name] + privacyPolicies.flatMap { [$0.holder, $0.url] }).allSatisfy({ !$0.isEmpty && $0.unicodeScalars.allSatisfy(\.isVisible) }) else {
            throw DecodingError.dataCorruptedError(forKey: .name, in: container, debugDescription: "not one line of visible characters")
        }
        let legalBasis = try container.decode([String: [String]].self, forKey: .legalBasis)
        self.init(
            serialNumber: try bytes(.serialNumber, 1...20), client: try container.decode(String.self, forKey: .client),
            name: name, team: try container.decode(String.self, forKey: .team),
            executable: try bytes(.executable, 32...32),
            grant: AppGrant(
                words: try container.decode([String: Set<String>].self, forKey: .elements),
                merchantIdentifiers: try container.decode(Set<String>.self, forKey: .merchants),
                legalBasis: Set(legalBasis.flatMap { nameSpace, identifiers in identifiers.map { ElementName(nameSpace, $0) } })),
            privacyPolicies: privacyPolicies,
            notBefore: try container.decode(Int64.self, forKey: .notBefore), notAfter: try container.decode(Int64.self, forKey: .notAfter))
    }

    /// Writes claims, one text for one value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Hexadecimal.text(serialNumber), forKey: .serialNumber)
        try container.encode(client, forKey: .client)
        try container.encode(name, forKey: .name)
        try container.encode(team, forKey: .team)
        try container.encode(Hexadecimal.text(executable), forKey: .executable)
        try container.encode(grant.words.mapValues { $0.sorted() }, forKey: .elements)
        try container.encode(grant.merchantIdentifiers.sorted(), forKey: .merchants)
        try container.encode(
            Dictionary(grouping: grant.legalBasis, by: \.nameSpace).mapValues { $0.map(\.identifier).sorted() }, forKey: .legalBasis)
        try container.encode(privacyPolicies, forKey: .privacyPolicies)
        try container.encode(notBefore, forKey: .notBefore)
        try container.encode(notAfter, forKey: .notAfter)
    }
}
