import TextEncodings
import UserVerification

/// Asks the owner to show that it is them.
struct VerifyingContent: Content {
    static let template = "verifying"

    let words: Wording
    let text, challenge: String
    let passkey, phrase, error: String?
    let hasPIN, hasBoth: Bool

    init(_ enrolment: Enrolment, transaction: [UInt8], text: String, error: String?, in words: Wording) {
        self.words = words
        self.text = text
        self.error = error
        challenge = Base64URL.encode(transaction)
        passkey = enrolment.passkey.map(Base64URL.encode)
        phrase = enrolment.phrase
        hasPIN = enrolment.hasPIN
        hasBoth = enrolment.hasPIN && enrolment.passkey != nil
    }
}
