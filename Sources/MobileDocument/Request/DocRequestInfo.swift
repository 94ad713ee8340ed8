public import CBOR

/// Further wishes about one document (second edition, 10.2). Members this library does not know are ignored.
public struct DocRequestInfo: Sendable, Hashable {
    /// Acceptable substitutes for requested elements.
    public let alternativeDataElements: [AlternativeDataElements]
    /// Key identifiers of acceptable issuers; empty means any.
    public let issuerIdentifiers: [ByteSlice]
    /// Whether several documents must not answer one request.
    public let uniqueDocSetRequired: Bool?
    /// Largest acceptable plaintext response in bytes.
    public let maximumResponseSize: UInt64?
    /// True when only a zero-knowledge proof is acceptable, which no part of this library can give; read and never written. So it counts in what
    /// was received only, and not in `isEmpty`.
    public let zeroKnowledgeRequired: Bool

    /// Describes further wishes.
    public init(
        alternativeDataElements: [AlternativeDataElements] = [], issuerIdentifiers: [ByteSlice] = [],
        uniqueDocSetRequired: Bool? = nil, maximumResponseSize: UInt64? = nil
    ) {
        self.alternativeDataElements = alternativeDataElements
        self.issuerIdentifiers = issuerIdentifiers
        self.uniqueDocSetRequired = uniqueDocSetRequired
        self.maximumResponseSize = maximumResponseSize
        zeroKnowledgeRequired = false
    }

    /// True when nothing is wished for that could be written; such information is left out of a request. `zeroKnowledgeRequired` is none of it.
    public var isEmpty: Bool {
        alternativeDataElements.isEmpty && issuerIdentifiers.isEmpty && uniqueDocSetRequired == nil && maximumResponseSize == nil
    }

    init(from reader: inout CBORReader) throws(CBORError) {
        var alternatives: [AlternativeDataElements] = []
        var issuers: [ByteSlice] = []
        var unique: Bool?
        var maximum: UInt64?
        var zeroKnowledgeRequired = false
        try reader.readTextMap { (reader, key) throws(CBORError) in
            switch key {
            case "alternativeDataElements":
                try reader.readArray { (reader, _) throws(CBORError) in
                    alternatives.append(try AlternativeDataElements(from: &reader))
                }
            case "issuerIdentifiers":
                try reader.readArray { (reader, _) throws(CBORError) in issuers.append(try reader.readBytes()) }
            case "uniqueDocSetRequired": unique = try reader.readBoolean()
            case "maximumResponseSize": maximum = try reader.readUnsigned()
            case "zkRequest":
                try reader.readTextMap { (reader, key) throws(CBORError) in
                    if key == "zkRequired" { zeroKnowledgeRequired = try reader.readBoolean() }
                }
            default: break
            }
        }
        alternativeDataElements = alternatives
        issuerIdentifiers = issuers
        uniqueDocSetRequired = unique
        maximumResponseSize = maximum
        self.zeroKnowledgeRequired = zeroKnowledgeRequired
    }

    /// Writes the members that are present, in deterministic order.
    func write(to writer: inout CBORWriter) {
        let members = [
            !issuerIdentifiers.isEmpty, maximumResponseSize != nil, uniqueDocSetRequired != nil, !alternativeDataElements.isEmpty,
        ]
        writer.map(members.count { $0 })
        if !issuerIdentifiers.isEmpty {
            writer.text("issuerIdentifiers")
            writer.array(issuerIdentifiers.count)
            for identifier in issuerIdentifiers { writer.byteString(identifier.bytes) }
        }
        if let maximumResponseSize {
            writer.text("maximumResponseSize")
            writer.unsigned(maximumResponseSize)
        }
        if let uniqueDocSetRequired {
            writer.text("uniqueDocSetRequired")
            writer.boolean(uniqueDocSetRequired)
        }
        if !alternativeDataElements.isEmpty {
            writer.text("alternativeDataElements")
            writer.array(alternativeDataElements.count)
            for alternative in alternativeDataElements { alternative.write(to: &writer) }
        }
    }
}
