public import MobileDocument

/// An authority a verified VICAL names, whose certificate agrees with what the list says about it.
public struct VICALEntry: Sendable {
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

    init(_ content: VICALEntryContent, certificate: ParsedCertificate) {
        self.certificate = certificate
        docTypes = content.docTypes
        profiles = content.profiles
        issuingAuthority = content.issuingAuthority
        issuingCountry = content.issuingCountry
        stateOrProvince = content.stateOrProvince
    }
}

extension VICALEntry {
    /// Reads an entry and compares what it says with its certificate.
    init(checking content: VICALEntryContent) throws(VICALEntryFault) {
        let certificate: ParsedCertificate
        do { certificate = try ParsedCertificate(content.certificate) } catch { throw .certificate(error) }
        let serialNumber = certificate.certificate.serialNumber.bytes.drop { $0 == 0 }
        guard serialNumber.elementsEqual(content.serialNumber) else { throw .serialNumber }
        guard let identifier = certificate.subjectKeyIdentifier, identifier.elementsEqual(content.subjectKeyIdentifier.bytes) else {
            throw .subjectKeyIdentifier
        }
        guard let names = CertificateNames(certificate.encoded) else { throw .certificate(.unreadable) }
        if let issuer = content.issuer, !issuer.bytes.elementsEqual(names.issuer) { throw .issuer }
        if let subject = content.subject, !subject.bytes.elementsEqual(names.subject) { throw .subject }
        self.init(content, certificate: certificate)
    }
}
