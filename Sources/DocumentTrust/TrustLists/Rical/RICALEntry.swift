import CBOR

/// An authority of readers a verified RICAL names, whose certificate agrees with what the list says about it.
public struct RICALEntry: Sendable, SignedListEntry {
    /// The authority's certificate.
    public let certificate: ParsedCertificate
    /// Whether paths end at it. Where the list does not say so, a certificate issued by itself is one, and no other.
    public let isTrustAnchor: Bool
    /// What kind of authority it is, in the provider's words.
    public let type: String?
    /// The authority's name by the provider.
    public let name: String?
    /// Its country by the provider.
    public let issuingCountry: String?
    /// Its state or province by the provider.
    public let stateOrProvince: String?
    /// The conditions of which at least one must hold for its readers; empty where there is none.
    public let constraints: [RICALTrustConstraint]

    /// Reads an entry and compares what it says with its certificate.
    init(_ item: CBORItem) throws(TrustListEntryFault) {
        let content: RICALEntryContent
        do { content = try RICALEntryContent(item) } catch { throw .structure(error) }
        certificate = try content.listed.parsed()
        if let identifier = content.authorityKeyIdentifier, identifier.array != certificate.authorityKeyIdentifier {
            throw .authorityKeyIdentifier
        }
        guard CertificationPath.mayIssue(certificate, below: 0) else { throw .notAuthority }
        isTrustAnchor = content.isTrustAnchor ?? certificate.isSelfIssued
        type = content.type
        name = content.name
        issuingCountry = content.listed.issuingCountry
        stateOrProvince = content.listed.stateOrProvince
        constraints = content.constraints
    }
}
