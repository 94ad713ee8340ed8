/// Why a presentment did not take place.
public struct IdentityDocumentPresentmentError: Error, Sendable, CustomDebugStringConvertible {
    /// Kinds of reasons.
    public enum Code: Int, Sendable, Hashable {
        /// Something failed that is nobody's decision.
        case unknown = 0
        /// The request is not what it should be, or not the one that was agreed to.
        case invalidRequest = 1
        /// A request is being answered already.
        case requestInProgress = 2
        /// The person declined, or the request was withdrawn.
        case cancelled = 3
        /// The program may not do this.
        case notEntitled = 4
    }

    /// The kind of reason.
    public let code: Code
    /// The reason, for developers.
    public let debugDescription: String
    /// Stable code of the reason, where it has one.
    package let reason: String?

    package init(_ code: Code, _ debugDescription: String, reason: String? = nil) {
        self.code = code
        self.debugDescription = debugDescription
        self.reason = reason
    }

    /// Something failed that is nobody's decision.
    public static let unknown = Code.unknown
    /// The request is not what it should be, or not the one that was agreed to.
    public static let invalidRequest = Code.invalidRequest
    /// A request is being answered already.
    public static let requestInProgress = Code.requestInProgress
    /// The person declined, or the request was withdrawn.
    public static let cancelled = Code.cancelled
    /// The program may not do this.
    public static let notEntitled = Code.notEntitled
}

extension IdentityDocumentPresentmentError.Code {
    /// Matches errors of this code in a `catch`.
    public static func ~= (code: IdentityDocumentPresentmentError.Code, error: any Error) -> Bool {
        (error as? IdentityDocumentPresentmentError)?.code == code
    }
}
