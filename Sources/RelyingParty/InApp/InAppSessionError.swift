/// Why no in-app session can be made.
public enum InAppSessionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A nonce that is empty, or longer than apps pass on.
    case nonce(bytes: Int)
    /// There is no key that could open an envelope.
    case noKeys
    /// No wallet could be asked for what the app was to ask for: the same element twice, a document without elements, more than two `age_over_NN`
    /// elements of one document, alternatives for an element not asked for, a name of more than 256 bytes, or more than wallets read.
    case requested(String)

    /// Stable code of the error.
    public var code: String {
        switch self {
        case .nonce: "inApp.nonce"
        case .noKeys: "inApp.keys"
        case .requested: "inApp.requested"
        }
    }

    /// What is wrong and how to mend it.
    public var description: String {
        switch self {
        case .nonce(let bytes): "the nonce has \(bytes) bytes; 1 to \(InAppSession.maximumNonceBytes) work"
        case .noKeys: "there is no merchant key; give the private key of each encryption certificate in use"
        case .requested(let reason): "what the app was to ask for cannot be asked: \(reason)"
        }
    }
}
