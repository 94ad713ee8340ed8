/// How somebody showed that they are the machine's owner.
public enum UserVerificationMethod: String, Sendable, Hashable {
    /// A passkey that verified them (WebAuthn, with the flag UV).
    case passkey
    /// The number they chose.
    case pin
    /// A service of the machine, such as a fingerprint reader's.
    case service
}
