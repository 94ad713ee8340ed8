import CBOR

/// What a linked client tells the authenticator through the tunnel service to wake it (CTAP 2.2, 11.5.2).
///
/// Shape: a CBOR map, 1 the link (8 bytes), 2 a nonce (16 bytes), 3 the hint. The service sees it, and none of it is a secret.
public struct ClientPayload: Sendable, Hashable {
    /// Names the link to the authenticator.
    public let link: LinkIdentifier
    /// The client's, new for this exchange, 16 bytes: the advert that answers it is sealed with it.
    public let nonce: [UInt8]
    /// What is wanted.
    public let hint: InvitationHint

    package static let nonceBytes = 16
    /// Longest that is read.
    package static let maximumBytes = 256
    private static let limits = CBORLimits(totalBytes: maximumBytes, depth: 4, items: 16, stringBytes: 64)

    /// Makes one.
    ///
    /// - Parameter nonce: 16 random bytes, for one exchange only.
    public init(link: LinkIdentifier, nonce: [UInt8], hint: InvitationHint = .presentation) throws(HybridError) {
        guard nonce.count == Self.nonceBytes else {
            throw HybridError(.message, "the client's nonce has \(nonce.count) bytes instead of \(Self.nonceBytes)")
        }
        (self.link, self.nonce, self.hint) = (link, nonce, hint)
    }

    /// Reads what the tunnel service hands on. Members of later versions are ignored.
    public init(_ bytes: [UInt8]) throws(HybridError) {
        var strings: [UInt64: [UInt8]] = [:]
        var hint = InvitationHint.assertion
        do throws(CBORError) {
            var reader = try CBORReader(bytes, limits: Self.limits)
            try reader.readUnsignedMap { reader, key throws(CBORError) in
                switch key {
                case 1, 2: strings[key] = try reader.readBytes().array
                case 3: hint = InvitationHint(rawValue: try reader.readText()) ?? .assertion
                default: break
                }
            }
            try reader.finish()
        } catch { throw HybridError(.message, "what wakes this device: \(error)") }
        guard let link = strings[1].flatMap({ LinkIdentifier($0) }), let nonce = strings[2] else {
            throw HybridError(.message, "what wakes this device names no link, or has no nonce")
        }
        try self.init(link: link, nonce: nonce, hint: hint)
    }

    /// Its bytes.
    public var encoded: [UInt8] {
        var writer = CBORWriter()
        writer.map(3)
        writer.unsigned(1)
        writer.byteString(link.bytes)
        writer.unsigned(2)
        writer.byteString(nonce)
        writer.unsigned(3)
        writer.text(hint.rawValue)
        return writer.bytes
    }
}
