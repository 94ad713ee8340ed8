/// Why a page gets no response: the kind of exception, and no more.
package enum UserAgentEnding: UInt8, Sendable, Hashable, CaseIterable {
    /// `NotAllowedError`: declined, withdrawn, refused, failed; which, the page does not learn.
    case notAllowed = 1
    /// `TypeError`: the request is not in the form of one.
    case malformed = 2
    /// `InvalidStateError`: another request is under way.
    case inProgress = 3
}
