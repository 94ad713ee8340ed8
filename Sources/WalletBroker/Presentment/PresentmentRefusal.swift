import BrokerMessages
import RequestParsing

/// Why a request is not begun.
public struct PresentmentRefusal: Error, Sendable, Hashable {
    /// What the page learns: the kind of exception.
    public enum Kind: Sendable, Hashable {
        /// `NotAllowedError`.
        case notAllowed
        /// `TypeError`: the request is not in the form of one.
        case malformed
        /// `InvalidStateError`: another request is under way.
        case inProgress
    }

    /// What the page learns.
    public let kind: Kind
    /// Stable code, for developers; a page learns it only of a request that is malformed.
    public let code: String

    /// Another request is under way.
    static let inProgress = PresentmentRefusal(kind: .inProgress, code: "consent.inProgress")
    /// Another device asks one that only asks itself.
    static let asksOnly = PresentmentRefusal(kind: .notAllowed, code: "device.asksOnly")

    package init(kind: Kind, code: String) {
        self.kind = kind
        self.code = code
    }

    init(_ error: RequestParsingError) {
        code = error.code
        kind =
            switch error {
            case .refused(let refusal):
                switch refusal.code {
                case .origin, .insecureOrigin, .readerSignature: .notAllowed
                default: .malformed
                }
            case .tooLarge: .malformed
            default: .notAllowed
            }
    }

    var ending: UserAgentEnding {
        switch kind {
        case .notAllowed: .notAllowed
        case .malformed: .malformed(code: code)
        case .inProgress: .inProgress
        }
    }
}
