import MobileDocument

/// The name of a tunnel, 16 bytes, which both sides derive of the QR code's secret. The tunnel service learns it, and nothing of the secret.
public struct TunnelIdentifier: Sendable, Hashable, CustomStringConvertible {
    /// The 16 bytes.
    public let bytes: [UInt8]

    private static let count = 16

    /// Derives it of a secret.
    public init(secret: [UInt8]) { bytes = KeyPurpose.tunnel.derive(from: secret, count: Self.count).bytes }

    /// Reads 32 hexadecimal digits of either case; nil for anything else.
    public init?(hexadecimal: some StringProtocol) {
        guard let bytes = Hexadecimal.bytes(hexadecimal), bytes.count == Self.count else { return nil }
        self.bytes = bytes
    }

    /// 32 hexadecimal digits.
    public var description: String { Hexadecimal.text(bytes) }
}
