import Crypto
import TextEncodings
import X509

/// The algorithm of a registrar's key (RFC 7518, 3.4). A token's header is compared with the one that belongs to the key, and never decoded.
enum GrantAlgorithm: String {
    case es256 = "ES256"
    case es384 = "ES384"
    case es512 = "ES512"

    /// The algorithm of a key; nil for one that signs no tokens.
    init?(_ key: Certificate.PublicKey) {
        if P256.Signing.PublicKey(key) != nil {
            self = .es256
        } else if P384.Signing.PublicKey(key) != nil {
            self = .es384
        } else if P521.Signing.PublicKey(key) != nil {
            self = .es512
        } else {
            return nil
        }
    }

    /// The protected header as tokens carry it.
    var header: String { Base64URL.encode(Array(#"{"alg":"\#(rawValue)","typ":"app-grant+jwt"}"#.utf8)) }

    /// Whether a raw signature (`r ‖ s`) is one of the key over a message.
    static func isValid(_ signature: [UInt8], over message: [UInt8], by key: Certificate.PublicKey) -> Bool {
        if let key = P256.Signing.PublicKey(key) {
            return (try? P256.Signing.ECDSASignature(rawRepresentation: signature)).map { key.isValidSignature($0, for: message) } ?? false
        }
        if let key = P384.Signing.PublicKey(key) {
            return (try? P384.Signing.ECDSASignature(rawRepresentation: signature)).map { key.isValidSignature($0, for: message) } ?? false
        }
        guard let key = P521.Signing.PublicKey(key) else { return false }
        return (try? P521.Signing.ECDSASignature(rawRepresentation: signature)).map { key.isValidSignature($0, for: message) } ?? false
    }
}
