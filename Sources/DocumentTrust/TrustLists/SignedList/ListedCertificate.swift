import CBOR

/// What an entry of either kind of list says about its certificate (`CertificateInfo`), as decoded.
struct ListedCertificate {
    let certificate: ByteSlice
    /// Big-endian, without leading zeros.
    let serialNumber: ArraySlice<UInt8>
    let subjectKeyIdentifier: ByteSlice
    let issuingCountry: String?
    let stateOrProvince: String?
    let issuer: ByteSlice?
    let subject: ByteSlice?

    /// The members while they are being read.
    struct Fields {
        private var certificate: ByteSlice?
        private var serialNumber: ArraySlice<UInt8>?
        private var subjectKeyIdentifier: ByteSlice?
        private var issuingCountry: String?
        private var stateOrProvince: String?
        private var issuer: ByteSlice?
        private var subject: ByteSlice?

        /// Reads a member that both kinds have; any other is passed over.
        mutating func read(_ key: CBORTextKey, from reader: inout CBORReader) throws(CBORError) {
            switch key {
            case "certificate": certificate = try reader.readBytes()
            case "serialNumber": serialNumber = try Self.readSerialNumber(&reader)
            case "ski": subjectKeyIdentifier = try reader.readBytes()
            case "issuingCountry": issuingCountry = try reader.readTextIfAny()
            case "stateOrProvinceName": stateOrProvince = try reader.readTextIfAny()
            case "issuer": issuer = try reader.readBytes()
            case "subject": subject = try reader.readBytes()
            default: break
            }
        }

        /// A `biguint` (tag 2), or a plain integer as some providers write small ones.
        private static func readSerialNumber(_ reader: inout CBORReader) throws(CBORError) -> ArraySlice<UInt8> {
            let start = reader.offset
            guard try reader.peekKind() == .tag else {
                let number = try reader.readUnsigned()
                return stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt64($0)) }.drop { $0 == 0 }
            }
            guard try reader.readTag() == 2 else { throw CBORError(.unexpectedType, at: start, "the serial number is not an unsigned integer") }
            return try reader.readBytes().bytes.drop { $0 == 0 }
        }

        /// All of them, where the mandatory ones are there.
        func finish(at start: Int) throws(CBORError) -> ListedCertificate {
            ListedCertificate(
                certificate: try Self.required(certificate, "certificate", at: start),
                serialNumber: try Self.required(serialNumber, "serialNumber", at: start),
                subjectKeyIdentifier: try Self.required(subjectKeyIdentifier, "ski", at: start), issuingCountry: issuingCountry,
                stateOrProvince: stateOrProvince, issuer: issuer, subject: subject)
        }

        private static func required<Value>(_ value: Value?, _ name: String, at offset: Int) throws(CBORError) -> Value {
            guard let value else { throw CBORError(.missingMember, at: offset, "the entry has no \(name)") }
            return value
        }
    }

    /// Reads the certificate and compares it with what is said about it.
    func parsed() throws(TrustListEntryFault) -> ParsedCertificate {
        let certificate: ParsedCertificate
        do { certificate = try ParsedCertificate(self.certificate) } catch { throw .certificate(error) }
        guard certificate.certificate.serialNumber.bytes.drop(while: { $0 == 0 }).elementsEqual(serialNumber) else { throw .serialNumber }
        guard let identifier = certificate.subjectKeyIdentifier, identifier.elementsEqual(subjectKeyIdentifier.bytes) else {
            throw .subjectKeyIdentifier
        }
        guard let names = CertificateNames(certificate.encoded) else { throw .certificate(.unreadable) }
        if let issuer, !issuer.bytes.elementsEqual(names.issuer) { throw .issuer }
        if let subject, !subject.bytes.elementsEqual(names.subject) { throw .subject }
        return certificate
    }
}
