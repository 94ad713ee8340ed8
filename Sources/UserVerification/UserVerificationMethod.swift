/// How somebody showed that they are the machine's owner.
public enum UserVerificationMethod: String, Sendable, Hashable {
    /// A passkey that verified them (WebAuthn, with the flag UV).
    case passkey
    /// The number they chose.
    case pin
}
