import MobileDocument

/// Bytes of the system's generator.
enum RandomBytes {
    static func make(_ count: Int) -> [UInt8] {
        var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
        return generator.bytes(count)
    }
}
