import Crypto
import MobileDocument

/// A new credential of a backend: 256 random bits as text, and the digest the service keeps.
struct BackendKeyText {
    let text: String

    static func random(using generator: inout some RandomNumberGenerator) -> BackendKeyText {
        BackendKeyText(text: Base64URL.encode(generator.bytes(32)))
    }

    var digest: String { Hexadecimal.text(Array(SHA256.hash(data: Array(text.utf8)))) }
}
