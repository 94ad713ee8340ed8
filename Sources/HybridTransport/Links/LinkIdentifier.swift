import TextEncodings

/// Names the link between two devices, 8 bytes.
public struct LinkIdentifier: Sendable, Hashable, CustomStringConvertible {
    /// The 8 bytes.
    public let bytes: [UInt8]

    private static let count = 8

    /// Makes a new one.
    public init() { bytes = RandomBytes.make(Self.count) }

    /// Takes 8 bytes; nil for another number of them.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.count else { return nil }
        self.bytes = Array(bytes)
    }

    /// Reads 16 hexadecimal digits of either case; nil for anything else.
    public init?(hexadecimal: some StringProtocol) {
        guard let bytes = Hexadecimal.bytes(hexadecimal) else { return nil }
        self.init(bytes)
    }

    /// 16 hexadecimal digits.
    public var description: String { Hexadecimal.text(bytes) }
}
