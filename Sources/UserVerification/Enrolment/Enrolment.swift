import Crypto
import TextEncodings

/// By what the owner can be known, as it stands now.
public struct Enrolment: Sendable, Hashable {
    /// Names exactly these ways; with any change of a PIN or passkey, or of what the machine's service knows the owner by, it is another one.
    public let identifier: String
    /// The owner's own words, shown where the PIN is asked for: a page that does not show them is somebody else's.
    public let phrase: String?
    /// Whether there is a PIN.
    public let hasPIN: Bool
    /// The passkey's credential, if there is one.
    public let passkey: [UInt8]?
    /// Whether there is a way that a page can ask for: a PIN or a passkey, and not the machine's service alone.
    public var isForPages: Bool { hasPIN || passkey != nil }

    /// Describes what is enrolled; nil if nothing is.
    ///
    /// - Parameter service: what the owner enrolled with the machine's service; nil where there is nothing or no service.
    init?(phrase: String?, pin: PINRecord?, passkey: PasskeyRecord?, service: String?) {
        guard pin != nil || passkey != nil || service != nil else { return nil }
        self.phrase = phrase
        hasPIN = pin != nil
        self.passkey = passkey?.credential
        // The salt keeps the PIN from being tried against the identifier, which providers get to know.
        var hash = SHA256()
        let stored = [pin?.salt, pin?.hash, passkey?.credential, passkey?.publicKey].map { $0 ?? [] }
        // Without a service there is no part for it, and the identifier is that of PIN and passkey alone.
        for part in stored + (service.map { [Array($0.utf8)] } ?? []) {
            hash.update(data: withUnsafeBytes(of: UInt32(part.count).bigEndian) { Array($0) } + part)
        }
        identifier = Base64URL.encode(Array(hash.finalize()))
    }
}

extension Enrolment: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The identifier only: who knows the phrase can pass for the page that asks for the PIN.
    public var description: String { "enrolment \(identifier)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// No children, so nothing prints the phrase by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
