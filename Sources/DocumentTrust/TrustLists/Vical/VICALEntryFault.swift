public import CBOR

/// Why an entry of a genuine VICAL is not used. The rest of the list stands.
public enum VICALEntryFault: Error, Sendable, Hashable {
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
        }
    }
}

extension VICALEntryFault: CustomStringConvertible {
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
        }
    }
}
