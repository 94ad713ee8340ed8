import Crypto
import TextEncodings

/// Names one window in the paths it uses; nobody else can guess it. It does not print.
struct WindowSecret: Sendable, Hashable {
    private static let size = SymmetricKeySize(bitCount: 256)

    /// As it stands in a path.
    let text: String

    /// Makes a new one.
    init() { text = Base64URL.encode(SymmetricKey(size: Self.size).withUnsafeBytes { Array($0) }) }

    /// Takes one from a path.
    init(_ text: String) { self.text = text }
}

extension WindowSecret: CustomStringConvertible, CustomReflectable {
    var description: String { "WindowSecret(redacted)" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
