package import CBOR
package import COSE

/// A request as far as it has to be read to check its signatures: the items that are asked for stay encoded.
///
/// Whoever reads requests of strangers checks the signatures over these bytes first, and reads what was signed after that.
package struct DeviceRequestEnvelope: Sendable, Hashable {
    /// Version text, `1.0` or `1.1`.
    package let version: String
    /// The document requests, in their order.
    package let docRequests: [DocRequestEnvelope]
    /// `24(DeviceRequestInfo)` as received.
    package let encodedDeviceRequestInfo: EmbeddedCBOR?
    /// Signatures over the whole request, each by one reader.
    package let readerAuthAll: [COSESign1]
    /// True when a version 1.0 request carries members of version 1.1, which are then ignored.
    package let ignoredNewerMembers: Bool

    /// Most document requests that are read: any page can send a request, and each signature costs a wallet a check.
    package static let maximumDocRequests = 16
    /// Most signatures over a whole request that are read.
    package static let maximumSignatures = 16
    /// Most use cases that are read.
    package static let maximumUseCases = 16

    /// Reads a request's envelope. The whole input must be one request.
    package init(_ bytes: [UInt8], limits: CBORLimits = .standard) throws(CBORError) {
        var reader = try CBORReader(bytes, limits: limits)
        var version: String?
        var docRequests: [DocRequestEnvelope] = []
        var info: EmbeddedCBOR?
        var readerAuthAll: [COSESign1] = []
        try reader.readTextMap { (reader, key) throws(CBORError) in
            switch key {
            case "version": version = try reader.readText()
            case "docRequests":
                try reader.readArray { (reader, index) throws(CBORError) in
                    guard index < Self.maximumDocRequests else {
                        throw CBORError(.invalidValue, at: reader.offset, "more than \(Self.maximumDocRequests) document requests")
                    }
                    docRequests.append(try DocRequestEnvelope(from: &reader))
                }
            case "deviceRequestInfo": info = try reader.readEmbedded()
            case "readerAuthAll":
                try reader.readArray { (reader, index) throws(CBORError) in
                    guard index < Self.maximumSignatures else {
                        throw CBORError(.invalidValue, at: reader.offset, "more than \(Self.maximumSignatures) signatures in readerAuthAll")
                    }
                    readerAuthAll.append(try COSESign1(from: &reader))
                }
            default: break
            }
        }
        try reader.finish()
        let text = try required(version, "version", of: "DeviceRequest", at: 0)
        guard StructureVersion.major(text) == 1 else {
            throw CBORError(.invalidValue, at: 0, "DeviceRequest version is not 1.x")
        }
        guard !docRequests.isEmpty else { throw CBORError(.invalidValue, at: 0, "the request asks for no documents") }
        let isFirstVersion = text == "1.0"
        self.version = text
        self.docRequests = docRequests
        ignoredNewerMembers = isFirstVersion && (info != nil || !readerAuthAll.isEmpty)
        encodedDeviceRequestInfo = isFirstVersion ? nil : info
        self.readerAuthAll = isFirstVersion ? [] : readerAuthAll
    }
}
