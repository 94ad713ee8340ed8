import CBOR
import MobileDocument

/// One entry of a VICAL as decoded: what the provider says of a certificate (`CertificateInfo`).
struct VICALEntryContent {
    /// The most document types, and the most profiles, of one entry.
    private static let maximumIdentifiers = 256

    let certificate: ByteSlice
    /// Big-endian, without leading zeros.
    let serialNumber: ArraySlice<UInt8>
    let subjectKeyIdentifier: ByteSlice
    let docTypes: Set<DocType>
    let profiles: [String]
    let issuingAuthority: String?
    let issuingCountry: String?
    let stateOrProvince: String?
    let issuer: ByteSlice?
    let subject: ByteSlice?

    private struct Fields {
        var certificate: ByteSlice?
        var serialNumber: ArraySlice<UInt8>?
        var subjectKeyIdentifier: ByteSlice?
        var docTypes: [String]?
        var profiles: [String] = []
        var issuingAuthority: String?
        var issuingCountry: String?
        var stateOrProvince: String?
        var issuer: ByteSlice?
        var subject: ByteSlice?
    }

    init(_ item: CBORItem) throws(CBORError) {
        var reader = try item.reader()
        let start = reader.offset
        var fields = Fields()
        try reader.readTextMap { (reader, key) throws(CBORError) in try Self.read(key, into: &fields, from: &reader) }
        func missing(_ name: String) -> CBORError { CBORError(.missingMember, at: start, "the entry has no \(name)") }
        guard let certificate = fields.certificate else { throw missing("certificate") }
        guard let serialNumber = fields.serialNumber else { throw missing("serialNumber") }
        guard let subjectKeyIdentifier = fields.subjectKeyIdentifier else { throw missing("ski") }
        guard let docTypes = fields.docTypes, !docTypes.isEmpty else { throw missing("docType") }
        self.certificate = certificate
        self.serialNumber = serialNumber
        self.subjectKeyIdentifier = subjectKeyIdentifier
        self.docTypes = Set(docTypes.map(DocType.init(rawValue:)))
        profiles = fields.profiles
        issuingAuthority = fields.issuingAuthority
        issuingCountry = fields.issuingCountry
        stateOrProvince = fields.stateOrProvince
        issuer = fields.issuer
        subject = fields.subject
    }

    private static func read(_ key: CBORTextKey, into fields: inout Fields, from reader: inout CBORReader) throws(CBORError) {
        switch key {
        case "certificate": fields.certificate = try reader.readBytes()
        case "serialNumber": fields.serialNumber = try readSerialNumber(&reader)
        case "ski": fields.subjectKeyIdentifier = try reader.readBytes()
        case "docType": fields.docTypes = try readTexts(&reader)
        case "certificateProfile": fields.profiles = try readTexts(&reader)
        case "issuingAuthority": fields.issuingAuthority = try reader.readTextIfAny()
        case "issuingCountry": fields.issuingCountry = try reader.readTextIfAny()
        case "stateOrProvinceName": fields.stateOrProvince = try reader.readTextIfAny()
        case "issuer": fields.issuer = try reader.readBytes()
        case "subject": fields.subject = try reader.readBytes()
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

    private static func readTexts(_ reader: inout CBORReader) throws(CBORError) -> [String] {
        let start = reader.offset
        var texts: [String] = []
        try reader.readArray { (reader, index) throws(CBORError) in
            guard index < maximumIdentifiers else {
                throw CBORError(.invalidValue, at: start, "more than \(maximumIdentifiers) identifiers")
            }
            texts.append(try reader.readShortText())
        }
        return texts
    }
}
