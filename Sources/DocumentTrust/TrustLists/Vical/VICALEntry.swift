import CBOR
public import MobileDocument

/// An authority a verified VICAL names, whose certificate agrees with what the list says about it.
public struct VICALEntry: Sendable, SignedListEntry {
    /// The authority's certificate.
    public let certificate: ParsedCertificate
    /// The document types it may vouch for, and no others.
    public let docTypes: Set<DocType>
    /// Object identifiers of the certificate profiles it follows, as the provider states them.
    public let profiles: [String]
    /// The authority's name by the provider.
    public let issuingAuthority: String?
    /// Its country by the provider.
    public let issuingCountry: String?
    /// Its state or province by the provider.
    public let stateOrProvince: String?

    /// Reads an entry and compares what it says with its certificate.
    init(_ item: CBORItem) throws(TrustListEntryFault) {
        let content: VICALEntryContent
        do { content = try VICALEntryContent(item) } catch { throw .structure(error) }
        certificate = try content.listed.parsed()
        guard CertificationPath.mayIssue(certificate, below: 0) else { throw .notAuthority }
        docTypes = content.docTypes
        profiles = content.profiles
        issuingAuthority = content.issuingAuthority
        issuingCountry = content.listed.issuingCountry
        stateOrProvince = content.listed.stateOrProvince
    }
}
