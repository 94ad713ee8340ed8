import Hummingbird
import VerifyWithWallet

/// How asking for a berth ended.
struct Outcome: ResponseCodable, Sendable {
    enum Kind: String, Codable, CaseIterable, Sendable {
        /// The office's three decisions.
        case berth, unverified, tooYoung
        /// The wallet was not asked.
        case officeAway
        /// The wallet gave no answer, so the office has none.
        case declined, noDocument, notEntitled, otherProgram, busy, failed
        /// The wallet gave an answer. The office may have it, and may have decided: nothing says so.
        case unconfirmed
        /// The wallet gave an answer, and the office says that it cannot decide by it.
        case unusable
        /// The page can no longer reach the app.
        case gone
    }

    let kind: Kind
    /// The office's session, where the answer was sent to it.
    var session: String?
    var berth: Int?
}

extension Outcome.Kind {
    /// What an error of the wallet means to the person.
    ///
    /// - Parameter code: what the wallet told the app's developers.
    init(_ error: IdentityError, code: String?) {
        self =
            switch error {
            case .cancelled: .declined
            case .requestAlreadyInProgress: .busy
            case .notSupported where code == "grant.executable": .otherProgram
            case .notSupported where ["grant.", "inApp.program."].contains { code?.hasPrefix($0) ?? false }: .notEntitled
            case .notSupported: .noDocument
            case .invalidElement: .notEntitled
            case .unknown, .networkUnavailable, .noElementsRequested, .invalidNonce, .regionNotSupported: .failed
            }
    }
}
