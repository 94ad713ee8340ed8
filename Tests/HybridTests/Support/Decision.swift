import HybridTransport

/// A person who never decides, or when told to.
actor Decision {
    private var hasBegun = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var hasEnded = false
    private var deciding: CheckedContinuation<Void, Never>?
    private(set) var wasCancelled = false

    /// Ends only when it is cancelled.
    func never() async -> RemoteCredentialResponse {
        begin()
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
        wasCancelled = true
        return .refused(.userCancelled)
    }

    /// Answers when the decision is ended.
    func until(_ answer: RemoteCredentialResponse) async -> RemoteCredentialResponse {
        begin()
        if !hasEnded { await withCheckedContinuation { deciding = $0 } }
        return answer
    }

    func end() {
        hasEnded = true
        deciding?.resume()
        deciding = nil
    }

    private func begin() {
        hasBegun = true
        for waiter in waiting { waiter.resume() }
        waiting = []
    }

    /// Returns once the person is asked.
    func begun() async {
        if hasBegun { return }
        await withCheckedContinuation { waiting.append($0) }
    }
}
