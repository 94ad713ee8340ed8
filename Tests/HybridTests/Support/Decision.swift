import HybridTransport

/// A person who never decides.
actor Decision {
    private var hasBegun = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private(set) var wasCancelled = false

    /// Ends only when it is cancelled.
    func never() async -> RemoteCredentialResponse {
        hasBegun = true
        for waiter in waiting { waiter.resume() }
        waiting = []
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
        wasCancelled = true
        return .refused(.userCancelled)
    }

    /// Returns once the person is asked.
    func begun() async {
        if hasBegun { return }
        await withCheckedContinuation { waiting.append($0) }
    }
}
