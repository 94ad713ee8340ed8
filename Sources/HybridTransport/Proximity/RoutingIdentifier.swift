import MobileDocument

/// Three bytes by which a tunnel service finds a tunnel that one of its machines holds.
public struct RoutingIdentifier: Sendable, Hashable, CustomStringConvertible {
    /// The three bytes.
    public let bytes: [UInt8]

    private static let count = 3

    /// Takes three bytes; nil for another number of them.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.count else { return nil }
        self.bytes = Array(bytes)
    }

    /// Reads six hexadecimal digits of either case.
    public init?(hexadecimal: some StringProtocol) {
        guard let bytes = Hexadecimal.bytes(hexadecimal) else { return nil }
        self.init(bytes)
    }

    /// Six hexadecimal digits.
    public var description: String { Hexadecimal.text(bytes) }
}
