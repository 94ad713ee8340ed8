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
        case .notEnrolled, .service, .exposedFile, .newerFile, .unavailable: notNow.filled(error.code)
        }
    }

    /// What to tell the person of why another device and this one did not get together, or why an answer did not get back; nil for any other code.
    func sentence(forDevice code: String) -> String? {
        switch code {
        case "hybrid.no-code": noCode
        case "hybrid.qr", "hybrid.qr-purpose": otherCode
        case "hybrid.qr-stale": staleCode
        case "hybrid.full": rememberNoMore
        case "hybrid.late": deviceLate
        case "hybrid.refused", "hybrid.no-document", "hybrid.unsupported": deviceRefused
        case "agent.tooLong": answerTooLong
        case "hybrid.too-long": requestTooLong
        case "hybrid.tunnel", "hybrid.tunnel-domain", "hybrid.advert": deviceUnreachable
        default: code.hasPrefix("hybrid.") || code.hasPrefix("device.") ? deviceBroken : nil
        }
    }
}
