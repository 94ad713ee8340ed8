import CBOR

/// The authenticator's first message: what it can do (CTAP 2.2, 11.5.1.5).
///
/// Shape: a CBOR map, 1 the bytes of authenticatorGetInfo where it speaks CTAP, 3 an array of feature names in their order.
public struct Capabilities: Sendable, Hashable {
    /// It answers requests for digital credentials.
    public static let digitalCredentials = "dc"
    /// It is an authenticator for passkeys.
    public static let ctap = "ctap"

    /// Names of features; `ctap` alone where the message has none.
    public let features: Set<String>
    /// What authenticatorGetInfo says, in CBOR.
    public let information: [UInt8]?

    private static let limits = CBORLimits(totalBytes: 1 << 16, depth: 8, items: 1024, stringBytes: 1 << 16)

    /// A wallet that answers requests for digital credentials and nothing else.
    public static let wallet = Capabilities(features: [digitalCredentials], information: nil)

    private init(features: Set<String>, information: [UInt8]?) {
        self.features = features
        self.information = information
    }

    /// Reads the message.
    public init(_ bytes: [UInt8]) throws(HybridError) {
        do throws(CBORError) {
            var reader = try CBORReader(bytes, limits: Self.limits)
            var features: Set<String>?
            var information: [UInt8]?
            try reader.readUnsignedMap { reader, key throws(CBORError) in
                switch key {
                case 1: information = try reader.readBytes().array
                case 3:
                    var names: Set<String> = []
                    try reader.readArray { reader, _ throws(CBORError) in names.insert(try reader.readText()) }
                    features = names
                default: break
                }
            }
            try reader.finish()
            self.init(features: features ?? [Self.ctap], information: information)
        } catch { throw HybridError(.message, "the other device's first message: \(error)") }
    }

    /// The message's bytes, keys and names in their order: Chromium takes another order for another version.
    public var encoded: [UInt8] {
        var writer = CBORWriter()
        writer.map(information == nil ? 1 : 2)
        if let information {
            writer.unsigned(1)
            writer.byteString(information)
        }
        writer.unsigned(3)
        writer.array(features.count)
        for name in features.sorted() { writer.text(name) }
        return writer.bytes
    }
}
