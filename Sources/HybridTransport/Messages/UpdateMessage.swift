import CBOR

/// What an authenticator tells beside its replies: zeros against counting its bytes, and how to be found again.
///
/// Shape: a CBOR map, 0 padding, 1 the linking map.
public struct UpdateMessage: Sendable {
    /// How to find the device another time without a QR code.
    public let linking: LinkingInformation?

    private static let limits = CBORLimits(totalBytes: 1 << 16, depth: 8, items: 256, stringBytes: 1 << 16)

    /// Makes one.
    public init(linking: LinkingInformation) { self.linking = linking }

    /// Reads the content of a message of type 2.
    public init(_ bytes: [UInt8]) throws(HybridError) {
        do throws(CBORError) {
            var reader = try CBORReader(bytes, limits: Self.limits)
            var linking: LinkingInformation?
            try reader.readUnsignedMap { reader, key throws(CBORError) in
                if key == 1 { linking = try LinkingInformation(from: &reader) }
            }
            try reader.finish()
            self.linking = linking
        } catch { throw HybridError(.message, "an update of the other device: \(error)") }
    }

    /// The content of a message of type 2.
    public var encoded: [UInt8] {
        var writer = CBORWriter()
        writer.map(linking == nil ? 0 : 1)
        if let linking {
            writer.unsigned(1)
            linking.write(to: &writer)
        }
        return writer.bytes
    }
}
