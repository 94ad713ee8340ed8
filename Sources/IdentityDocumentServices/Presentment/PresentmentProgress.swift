import Synchronization

/// How far a request has come. It is answered at most once, and an answer that may have left is never made again.
final class PresentmentProgress: Sendable {
    private enum State: Sendable {
        /// The person decides.
        case open
        /// An answer is being made; from the request, once that is released.
        case responding(IdentityDocumentWebPresentmentRawRequest?)
        /// An answer was sent, or the request was refused.
        case ended
        /// The person declined.
        case cancelled
    }

    private let state = Mutex(State.open)

    /// Starts an answer.
    func begin() throws(IdentityDocumentPresentmentError) {
        try state.withLock { state throws(IdentityDocumentPresentmentError) in
            switch state {
            case .open: state = .responding(nil)
            case .responding: throw IdentityDocumentPresentmentError(.requestInProgress, "an answer is being made already")
            case .ended: throw IdentityDocumentPresentmentError(.requestInProgress, "the request has been answered or refused")
            case .cancelled: throw Self.wasCancelled
            }
        }
    }

    /// Takes note of the released request, so that declining empties it.
    func hold(_ rawRequest: IdentityDocumentWebPresentmentRawRequest) throws(IdentityDocumentPresentmentError) {
        try state.withLock { state throws(IdentityDocumentPresentmentError) in
            guard case .responding = state else { throw Self.wasCancelled }
            state = .responding(rawRequest)
        }
    }

    /// Marks the answer as sent, before it is: whether one that fails on its way has arrived, nobody can know.
    func beginDelivery() throws(IdentityDocumentPresentmentError) {
        try state.withLock { state throws(IdentityDocumentPresentmentError) in
            guard case .responding = state else { throw Self.wasCancelled }
            state = .ended
        }
    }

    /// Lets the person decide again after an answer could not be made.
    func reopen() {
        state.withLock { if case .responding = $0 { $0 = .open } }
    }

    /// Ends the request without an answer.
    ///
    /// - Returns: whether this call ended it.
    func end() -> Bool {
        state.withLock { state in
            guard case .responding = state else { return false }
            state = .ended
            return true
        }
    }

    /// Declines, unless it is too late.
    ///
    /// - Returns: whether this call ended the request.
    func cancel() -> Bool {
        state.withLock { state in
            switch state {
            case .open: break
            case .responding(let rawRequest): rawRequest?.invalidate()
            case .ended, .cancelled: return false
            }
            state = .cancelled
            return true
        }
    }

    private static var wasCancelled: IdentityDocumentPresentmentError {
        IdentityDocumentPresentmentError(.cancelled, "the request was declined")
    }
}
