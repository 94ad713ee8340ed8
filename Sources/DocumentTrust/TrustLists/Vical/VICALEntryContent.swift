import CBOR
import MobileDocument

/// One entry of a VICAL as decoded: what the provider says of a certificate (`CertificateInfo`).
struct VICALEntryContent {
    /// The most document types, and the most profiles, of one entry.
    private static let maximumIdentifiers = 256

    let listed: ListedCertificate
    let docTypes: Set<DocType>
    let profiles: [String]
    let issuingAuthority: String?

    init(_ item: CBORItem) throws(CBORError) {
        var reader = try item.reader()
        let start = reader.offset
        var fields = ListedCertificate.Fields()
        var docTypes: [String] = []
        var profiles: [String] = []
        var issuingAuthority: String?
        try reader.readTextMap { (reader, key) throws(CBORError) in
            switch key {
            case "docType": docTypes = try Self.readTexts(&reader)
            case "certificateProfile": profiles = try Self.readTexts(&reader)
            case "issuingAuthority": issuingAuthority = try reader.readTextIfAny()
            default: try fields.read(key, from: &reader)
            }
        }
        listed = try fields.finish(at: start)
        guard !docTypes.isEmpty else { throw CBORError(.missingMember, at: start, "the entry has no docType") }
        self.docTypes = Set(docTypes.map(DocType.init(rawValue:)))
        self.profiles = profiles
        self.issuingAuthority = issuingAuthority
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
