import Foundation
import UserVerification

extension Wording {
    /// What to tell the owner of a verification or enrolment that did not work.
    func sentence(for error: UserVerificationError, in language: Language) -> String {
        switch error {
        case .wrongPIN(let left): wrongPIN.filled("\(left)")
        case .waiting(let date):
            waitingPIN.filled(date.formatted(Date.FormatStyle(date: .omitted, time: .standard, locale: Locale(identifier: language.rawValue))))
        case .tooManyTries: tooManyTries
        case .malformedPIN: malformedPIN
        case .guessablePIN: guessablePIN
        case .malformedPhrase: malformedPhrase
        case .stale, .used, .notBegun: tooLate
        case .passkey: passkeyRefused.filled(error.code)
        case .notEnrolled, .service, .exposedFile, .unavailable: notNow.filled(error.code)
        }
    }
}
