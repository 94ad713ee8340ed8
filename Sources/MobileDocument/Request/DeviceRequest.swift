public import CBOR
public import COSE

/// A request as received, with the original bytes of everything that is signed (ISO/IEC 18013-5, 8.3.2.1.2.1).
public struct DeviceRequest: Sendable, Hashable {
    /// Version text, `1.0` or `1.1`.
    public let version: String
    /// The document requests, in their order.
    public let docRequests: [DocRequest]
    /// `24(DeviceRequestInfo)` as received; part of what `readerAuthAll` covers.
    public let encodedDeviceRequestInfo: EmbeddedCBOR?
    /// Purposes; empty when the request names none, and then every document request stands alone.
    public let useCases: [UseCase]
    /// Signatures over the whole request, each by one reader.
    public let readerAuthAll: [COSESign1]
    /// True when a version 1.0 request carries members of version 1.1, which are then ignored.
    public let ignoredNewerMembers: Bool
    /// All elements that are asked for, those of one document request behind those of the one before.
    package let elements: [ElementReference]
    /// The request before its items were read.
    package let envelope: DeviceRequestEnvelope

    /// Reads a request. The whole input must be one request.
    public init(_ bytes: [UInt8], limits: CBORLimits = .standard) throws(CBORError) {
        try self.init(DeviceRequestEnvelope(bytes, limits: limits))
    }

    /// Reads what an envelope holds.
    package init(_ envelope: DeviceRequestEnvelope) throws(CBORError) {
        self.envelope = envelope
        version = envelope.version
        ignoredNewerMembers = envelope.ignoredNewerMembers
        encodedDeviceRequestInfo = envelope.encodedDeviceRequestInfo
        readerAuthAll = envelope.readerAuthAll
        var docRequests: [DocRequest] = []
        for docRequest in envelope.docRequests { docRequests.append(try DocRequest(docRequest)) }
        self.docRequests = docRequests
        elements = docRequests.flatMap { $0.itemsRequest.elements.map(\.reference) }
        useCases = try Self.readUseCases(encodedDeviceRequestInfo, documentRequests: docRequests.count)
    }

    private static func readUseCases(
        _ info: EmbeddedCBOR?, documentRequests: Int
    ) throws(CBORError) -> [UseCase] {
        guard let info else { return [] }
        var useCases: [UseCase] = []
        var reader = try info.reader()
        try reader.readTextMap { (reader, key) throws(CBORError) in
            guard key == "useCases" else { return }
            try reader.readArray { (reader, index) throws(CBORError) in
                guard index < DeviceRequestEnvelope.maximumUseCases else {
                    throw CBORError(.invalidValue, at: reader.offset, "more than \(DeviceRequestEnvelope.maximumUseCases) use cases")
                }
                useCases.append(try UseCase(from: &reader, documentRequests: documentRequests))
            }
        }
        try reader.finish()
        return useCases
    }

    /// Encodes `24(DeviceRequestInfo)` for these purposes; nil when there are none.
    package static func encodeInfo(useCases: [UseCase]) -> EmbeddedCBOR? {
        guard !useCases.isEmpty else { return nil }
        var writer = CBORWriter()
        writer.map(1)
        writer.text("useCases")
        writer.array(useCases.count)
        for useCase in useCases { useCase.write(to: &writer) }
        return EmbeddedCBOR(wrapping: writer.bytes)
    }

    /// Encodes the items of one document request, once; these are the bytes that are signed and sent.
    package static func encodeItems(_ items: ItemsRequest) -> EmbeddedCBOR {
        EmbeddedCBOR(wrapping: items.encode())
    }

    /// Encodes a request around already encoded parts, map keys in deterministic order.
    ///
    /// The version is 1.1 exactly when purposes or `readerAuthAll` are present.
    package static func encode(
        items: [(items: EmbeddedCBOR, readerAuth: [UInt8]?)], info: EmbeddedCBOR?, readerAuthAll: [[UInt8]]
    ) -> [UInt8] {
        var writer = CBORWriter()
        writer.map(2 + (info == nil ? 0 : 1) + (readerAuthAll.isEmpty ? 0 : 1))
        writer.text("version")
        writer.text(info == nil && readerAuthAll.isEmpty ? "1.0" : "1.1")
        writer.text("docRequests")
        writer.array(items.count)
        for (items, readerAuth) in items {
            writer.map(readerAuth == nil ? 1 : 2)
            if let readerAuth {
                writer.text("readerAuth")
                writer.encoded(readerAuth)
            }
            writer.text("itemsRequest")
            writer.encoded(items.encoded)
        }
        if !readerAuthAll.isEmpty {
            writer.text("readerAuthAll")
            writer.array(readerAuthAll.count)
            for signature in readerAuthAll { writer.encoded(signature) }
        }
        if let info {
            writer.text("deviceRequestInfo")
            writer.encoded(info.encoded)
        }
        return writer.bytes
    }
}
