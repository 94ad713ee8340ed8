/// Whether a window is still there: it asks for news again and again, and has gone when it stays away.
actor Attendance {
    private let grace: Duration
    private var present = 0
    private var timer: Task<Void, Never>?

    /// - Parameter grace: how long the window may stay away.
    init(grace: Duration) { self.grace = grace }

    /// Counts the window as there while work for it goes on; afterwards it has to come back in time, or else.
    func during<Value: Sendable>(
        _ work: @Sendable () async -> Value, orElse leave: @escaping @Sendable () async -> Void
    ) async -> Value {
        present += 1
        timer?.cancel()
        let value = await work()
        present -= 1
        expect(orElse: leave)
        return value
    }

    /// From here on the window has to come back in time, or else.
    func expect(orElse leave: @escaping @Sendable () async -> Void) {
        guard present == 0 else { return }
        timer?.cancel()
        timer = Task { [grace] in
            guard (try? await Task.sleep(for: grace)) != nil else { return }
            await leave()
        }
    }
}
