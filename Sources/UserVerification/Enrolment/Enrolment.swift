import Crypto
import TextEncodings

/// By what the owner can be known, as it stands now.
public struct Enrolment: Sendable, Hashable {
    /// Names exactly these ways; with any change of a PIN or passkey it is another one.
    public let identifier: String
    /// The owner's own words, shown where the PIN is asked for: a page that does not show them is somebody else's.
    public let phrase: String?
    /// Whether there is a PIN.
    public let hasPIN: Bool
    /// The passkey's credential, if there is one.
    public let passkey: [UInt8]?

    /// Describes what is enrolled; nil if nothing is.
    init?(phrase: String?, pin: PINRecord?, passkey: PasskeyRecord?) {
        guard pin != nil || passkey != nil else { return nil }
        self.phrase = phrase
        hasPIN = pin != nil
        self.passkey = passkey?.credential
        // The salt keeps the PIN from being tried against the identifier, which providers get to know.
        var hash = SHA256()
        for part in [pin?.salt, pin?.hash, passkey?.credential, passkey?.publicKey] {
            let part = part ?? []
            hash.update(data: withUnsafeBytes(of: UInt32(part.count).bigEndian) { Array($0) } + part)
        }
        identifier = Base64URL.encode(Array(hash.finalize()))
    }
}
