public import Foundation

/// Why somebody was not verified, or not enrolled.
public enum UserVerificationError: Error, Sendable, Hashable {
    /// Nobody has begun a verification for this transaction.
    case notBegun
    /// The transaction was verified once already.
    case used
    /// It was begun too long ago.
    case stale
    /// There is no such way enrolled.
    case notEnrolled(UserVerificationMethod)

    /// The PIN is not the owner's; how many more tries there are.
    case wrongPIN(triesLeft: Int)
    /// After wrong tries the next one has to wait until then.
    case waiting(until: Date)
    /// There were too many wrong tries; a PIN has to be chosen anew.
    case tooManyTries
    /// A PIN has from 6 to 64 digits.
    case malformedPIN
    /// A PIN that is tried first: repeated digits, or digits in a row.
    case guessablePIN
    /// A phrase has from 1 to 64 characters on one line.
    case malformedPhrase

    /// A part of what the browser gave for a passkey is not what it has to be.
    case passkey(PasskeyFault)
    /// The service did not verify the owner; its own code.
    case service(code: String)

    /// The file of enrolments is not its owner's alone; what it should be instead.
    case exposedFile(String)
    /// A newer version of the program has changed the file of enrolments.
    case newerFile
    /// The file of enrolments cannot be used.
    case unavailable(String)

    /// Stable code.
    public var code: String {
        switch self {
        case .notBegun: "verification.notBegun"
        case .used: "verification.used"
        case .stale: "verification.stale"
        case .notEnrolled: "verification.notEnrolled"
        case .wrongPIN: "pin.wrong"
        case .waiting: "pin.waiting"
        case .tooManyTries: "pin.tooManyTries"
        case .malformedPIN: "pin.malformed"
        case .guessablePIN: "pin.guessable"
        case .malformedPhrase: "phrase.malformed"
        case .passkey(let fault): "passkey.\(fault.rawValue)"
        case .service: "service.refused"
        case .exposedFile: "enrolment.exposedFile"
        case .newerFile: "enrolment.newerFile"
        case .unavailable: "enrolment.unavailable"
        }
    }
}

extension UserVerificationError: CustomStringConvertible {
    /// What is wrong, and how to mend it.
    public var description: String {
        switch self {
        case .notBegun: "no verification was begun for this transaction; begin one first"
        case .used: "this transaction was verified already; a verification counts once"
        case .stale: "the verification was begun more than \(Int(UserVerifier.secondsToVerify)) s ago; begin the transaction anew"
        case .notEnrolled(let method): "no \(method.rawValue) is enrolled; enrol one in the wallet's settings"
        case .wrongPIN(let left): "the PIN is wrong; tries left: \(left)"
        case .waiting(let date): "after wrong tries the next one has to wait until \(date)"
        case .tooManyTries: "there were too many wrong tries; choose a PIN anew, in the wallet's settings or with 'mdoc-broker enrol'"
        case .malformedPIN: "a PIN has from 6 to 64 digits"
        case .guessablePIN: "the PIN repeats digits or counts; choose one that is harder to guess"
        case .malformedPhrase: "a phrase has from 1 to 64 characters on one line"
        case .passkey(let fault): "the passkey does not count: \(fault.sentence)"
        case .service(let code): "the verification service refused (\(code))"
        case .exposedFile(let wanted): "the file of enrolments must be \(wanted); correct it, or remove it and enrol anew"
        case .newerFile: "the file of enrolments is one of a newer version of this program; run that one, or remove the file and enrol anew"
        case .unavailable(let reason): "the file of enrolments cannot be used (\(reason))"
        }
    }
}
