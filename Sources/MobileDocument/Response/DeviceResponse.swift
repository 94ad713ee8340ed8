public import CBOR

/// A wallet's answer as received, not yet verified (ISO/IEC 18013-5, 8.3.2.1.2.2).
///
/// It gives no element values. Those exist only on what a verification returns.
public struct DeviceResponse: Sendable, Hashable {
    /// Version text, `major.minor`.
    public let version: String
    /// The documents, in their order.
    public let documents: [Document]
    /// Documents the wallet reports as not returned, with its code. Never authenticated.
    public let documentErrors: [DocType: Int64]
    /// The status code.
    public let status: ResponseStatus
    /// Number of zero-knowledge documents (second edition); none are supported.
    public let zeroKnowledgeDocuments: Int
    /// Number of separately encrypted documents (second edition); none are supported.
    public let encryptedDocuments: Int

    /// Each document costs signature checks, so their number is bounded like everything else.
    private static let maximumDocuments = 16
    /// Each element may have several lines in a report. A document with all of its elements has some hundred.
    private static let maximumElements = 2048
    /// Most documents reported as not returned: as many as a request can ask for, and some more.
    private static let maximumErrors = 64

    /// Reads a response. The whole input must be one response; offsets in errors count from its first byte.
    public init(_ bytes: [UInt8], limits: CBORLimits = .standard) throws(CBORError) {
        try self.init(bytes[...], limits: limits)
    }

    /// Reads a response that is part of a larger buffer.
    public init(_ bytes: ArraySlice<UInt8>, limits: CBORLimits = .standard) throws(CBORError) {
        var reader = try CBORReader(bytes, limits: limits)
        let start = reader.offset
        var version: String?
        var documents: [Document] = []
        var elements = 0
        var documentErrors: [DocType: Int64] = [:]
        var status: UInt64?
        var zeroKnowledge = 0
        var encrypted = 0
        try reader.readTextMap { (reader, key) throws(CBORError) in
            switch key {
            case "version": version = try reader.readText()
            case "documents":
                try reader.readArray { (reader, index) throws(CBORError) in
                    guard index < Self.maximumDocuments else {
                        throw CBORError(.invalidValue, at: reader.offset, "more than \(Self.maximumDocuments) documents")
                    }
                    documents.append(try Document(from: &reader))
                    elements += documents[index].issuerSigned.items.count + documents[index].deviceSigned.elements.count
                    guard elements <= Self.maximumElements else {
                        throw CBORError(.invalidValue, at: reader.offset, "more than \(Self.maximumElements) elements")
                    }
                }
            case "documentErrors": try Self.readErrors(&reader, into: &documentErrors)
            case "status": status = try reader.readUnsigned()
            case "zkDocuments": zeroKnowledge = try reader.readArray { (reader, _) throws(CBORError) in try reader.skip() }
            case "encryptedDocuments": encrypted = try reader.readArray { (reader, _) throws(CBORError) in try reader.skip() }
            default: break
            }
        }
        try reader.finish()
        self.version = try required(version, "version", of: "DeviceResponse", at: start)
        self.documents = documents
        self.documentErrors = documentErrors
        self.status = ResponseStatus(rawValue: try required(status, "status", of: "DeviceResponse", at: start))
        zeroKnowledgeDocuments = zeroKnowledge
        encryptedDocuments = encrypted
    }

    private static func readErrors(
        _ reader: inout CBORReader, into errors: inout [DocType: Int64]
    ) throws(CBORError) {
        try reader.readArray { (reader, _) throws(CBORError) in
            try reader.readTextMap { (reader, key) throws(CBORError) in
                errors[DocType(rawValue: try reader.identifier(key))] = try reader.readInteger()
                guard errors.count <= maximumErrors else {
                    throw CBORError(.invalidValue, at: reader.offset, "more than \(maximumErrors) documents with errors")
                }
            }
        }
    }
}
