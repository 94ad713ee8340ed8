/// How a request ends without a response.
package enum PresentmentEnding: Sendable, Hashable {
    /// The person declined.
    case cancelled
    /// The released request is not the one the person agreed to; code of the difference, for the person's own history.
    case refused(code: String)
}
