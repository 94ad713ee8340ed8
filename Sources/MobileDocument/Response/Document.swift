import CBOR

/// One document of a response, not yet verified (ISO/IEC 18013-5, 8.3.2.1.2.2).
///
/// A class only because it is large and handed from check to check; nothing of it ever changes.
public final class Document: Sendable, Hashable {
    /// The type the wallet says it is; verification compares it with the issuer's.
    public let docType: DocType
    /// What the issuer signed.
    public let issuerSigned: IssuerSigned
    /// What the device signed.
    public let deviceSigned: DeviceSigned
    /// Elements the wallet reports as not returned, with its code. Never authenticated.
    public let errors: [ElementReference: Int64]

    init(from reader: inout CBORReader) throws(CBORError) {
        let start = reader.offset
        var docType: DocType?
        var issuerSigned: IssuerSigned?
        var deviceSigned: DeviceSigned?
        var errors: [ElementReference: Int64] = [:]
        try reader.readTextMap { (reader, key) throws(CBORError) in
            switch key {
            case "docType": docType = DocType(rawValue: try reader.readIdentifier())
            case "issuerSigned": issuerSigned = try IssuerSigned(from: &reader)
            case "deviceSigned": deviceSigned = try DeviceSigned(from: &reader)
            case "errors": errors = try Self.readErrors(&reader)
            default: break
            }
        }
        self.docType = try required(docType.take(), "docType", of: "Document", at: start)
        self.issuerSigned = try required(issuerSigned.take(), "issuerSigned", of: "Document", at: start)
        self.deviceSigned = try required(deviceSigned.take(), "deviceSigned", of: "Document", at: start)
        self.errors = errors
    }

    /// Equal when all parts are.
    public static func == (lhs: Document, rhs: Document) -> Bool {
        lhs.docType == rhs.docType && lhs.issuerSigned == rhs.issuerSigned && lhs.deviceSigned == rhs.deviceSigned && lhs.errors == rhs.errors
    }

    /// In agreement with equality.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(docType)
        hasher.combine(issuerSigned)
        hasher.combine(deviceSigned)
    }

    private static func readErrors(_ reader: inout CBORReader) throws(CBORError) -> [ElementReference: Int64] {
        var errors: [ElementReference: Int64] = [:]
        try reader.readTextMap { (reader, key) throws(CBORError) in
            let nameSpace = NameSpace(rawValue: try reader.identifier(key))
            try reader.readTextMap { (reader, key) throws(CBORError) in
                let reference = ElementReference(nameSpace, ElementIdentifier(rawValue: try reader.identifier(key)))
                errors[reference] = try reader.readInteger()
            }
        }
        return errors
    }
}
