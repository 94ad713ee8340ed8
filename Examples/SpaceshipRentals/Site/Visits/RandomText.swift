import MobileDocument

/// Text nobody can guess.
enum RandomText {
    /// Base64url of as many random bytes.
    static func make(bytes count: Int) -> String {
        var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
        return Base64URL.encode((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }
}
