import CBOR

/// One document of a response, not yet verified (ISO/IEC 18013-5, 8.3.2.1.2.2).
public struct Document: Sendable, Hashable {
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
        self.docType = try required(docType, "docType", of: "Document", at: start)
        self.issuerSigned = try required(issuerSigned, "issuerSigned", of: "Document", at: start)
        self.deviceSigned = try required(deviceSigned, "deviceSigned", of: "Document", at: start)
        self.errors = errors
    }

    private static func readErrors(_ reader: inout CBORReader) throws(CBORError) -> [ElementReference: Int64] {
        var errors: [ElementReference: Int64] = [:]
        try reader.readTextMap { (reader, key) throws(CBORError) in
            let nameSpace = NameSpace(rawValue: try identifier(key, at: reader.offset))
            try reader.readTextMap { (reader, key) throws(CBORError) in
                let reference = ElementReference(nameSpace, ElementIdentifier(rawValue: try identifier(key, at: reader.offset)))
                errors[reference] = try reader.readInteger()
            }
        }
        return errors
    }
}
