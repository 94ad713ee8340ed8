/// What an advert says to those who know the secret: that the device is near now, and where its tunnel is (CTAP 2.2, 11.5.1).
///
/// Shape: a zero byte, 10 random bytes, 3 bytes by which the tunnel service finds the tunnel, its number as 2 little-endian bytes.
public struct ProximityIdentifier: Sendable, Hashable {
    /// Random, new for each advert, 10 bytes.
    public let nonce: [UInt8]
    /// By what the service finds the tunnel.
    public let routing: RoutingIdentifier
    /// The tunnel service.
    public let domain: TunnelDomain

    static let encodedBytes = 16
    private static let nonceBytes = 10

    /// Makes one.
    ///
    /// - Parameter nonce: 10 random bytes, used once.
    public init(nonce: [UInt8], routing: RoutingIdentifier, domain: TunnelDomain) throws(HybridError) {
        guard nonce.count == Self.nonceBytes else { throw HybridError(.advert, "the nonce has \(nonce.count) bytes instead of \(Self.nonceBytes)") }
        self.nonce = nonce
        self.routing = routing
        self.domain = domain
    }

    /// Reads the 16 bytes that an advert was sealed over.
    public init(encoded bytes: [UInt8]) throws(HybridError) {
        guard bytes.count == Self.encodedBytes, bytes[0] == 0, let routing = RoutingIdentifier(bytes[11..<14]) else {
            throw HybridError(.advert, "the advert is of a version that is not known")
        }
        nonce = Array(bytes[1...Self.nonceBytes])
        self.routing = routing
        domain = try TunnelDomain(UInt16(bytes[14]) | UInt16(bytes[15]) << 8)
    }

    /// The 16 bytes.
    public var encoded: [UInt8] {
        [0] + nonce + routing.bytes + [UInt8(truncatingIfNeeded: domain.number), UInt8(truncatingIfNeeded: domain.number >> 8)]
    }
}

extension ProximityIdentifier: Withheld {
    /// The service; the rest, which the handshake's key is made of, is withheld.
    public var description: String { "identifier of a device near, tunnel at \(domain.host)" }
}
