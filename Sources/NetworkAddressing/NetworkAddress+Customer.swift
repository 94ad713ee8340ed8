extension NetworkAddress {
    /// What an IPv6 address begins with that a translator makes of an IPv4 address (`64:ff9b::/96`): its first 64 bits are the same for everybody.
    private static let translated: [UInt8] = [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]

    /// Whose a request or a connection counts as: an IPv4 address, or the 64-bit network of an IPv6 address, which is one customer's.
    package var customer: [UInt8] {
        switch self {
        case .v4(let bytes): bytes
        case .v6(let bytes): bytes.starts(with: Self.translated) ? Array(bytes.suffix(4)) : Array(bytes.prefix(8))
        }
    }
}
