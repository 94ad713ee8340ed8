public import CBOR

/// Why an entry of a genuine list, VICAL or RICAL, is not used. The rest of the list stands.
public enum TrustListEntryFault: Error, Sendable, Hashable {
    /// It lacks a mandatory member, or one is of another type.
    case structure(CBORError)
    /// Its certificate cannot be used.
    case certificate(CertificateFault)
    /// Its serial number is not its certificate's.
    case serialNumber
    /// Its subject key identifier is not its certificate's, or the certificate has none.
    case subjectKeyIdentifier
    /// Its issuer is not its certificate's, byte for byte.
    case issuer
    /// Its subject is not its certificate's, byte for byte.
    case subject
    /// An earlier entry has the same certificate.
    case duplicate
    /// Of a RICAL: its authority key identifier is not its certificate's.
    case authorityKeyIdentifier
    /// Its certificate is not a certification authority's.
    case notAuthority
    /// Of a RICAL: it is below other authorities, and no trust anchor of the list stands above it.
    case noAnchor
    /// Of a RICAL: to find out what stands above it would take more signatures than one list may cost.
    case tooCostly

    /// A stable name, such as `entry.serialNumber`.
    public var code: String {
        switch self {
        case .structure: "entry.structure"
        case .certificate: "entry.certificate"
        case .serialNumber: "entry.serialNumber"
        case .subjectKeyIdentifier: "entry.subjectKeyIdentifier"
        case .issuer: "entry.issuer"
        case .subject: "entry.subject"
        case .duplicate: "entry.duplicate"
        case .authorityKeyIdentifier: "entry.authorityKeyIdentifier"
        case .notAuthority: "entry.notAuthority"
        case .noAnchor: "entry.noAnchor"
        case .tooCostly: "entry.tooCostly"
        }
    }
}

extension TrustListEntryFault: CustomStringConvertible {
    /// One sentence.
    public var description: String {
        switch self {
        case .structure(let error): error.description
        case .certificate(let fault): fault.description
        case .serialNumber: "the entry's serial number is not its certificate's"
        case .subjectKeyIdentifier: "the entry's subject key identifier is not its certificate's"
        case .issuer: "the entry's issuer is not its certificate's"
        case .subject: "the entry's subject is not its certificate's"
        case .duplicate: "an earlier entry has the same certificate"
        case .authorityKeyIdentifier: "the entry's authority key identifier is not its certificate's"
        case .notAuthority: "the entry's certificate is not a certification authority's"
        case .noAnchor: "the entry is no trust anchor, and none of the list stands above it"
        case .tooCostly: "finding what stands above the entry would take too many signatures; give it an authority key identifier"
        }
    }
}
