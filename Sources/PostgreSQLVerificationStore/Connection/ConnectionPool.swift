import VerificationSessions

/// A bounded number of connections, handed out one user at a time in the order of asking.
actor ConnectionPool {
    private let settings: PostgreSQLSettings
    private var idle: [PostgreSQLConnection] = []
    private var made: [PostgreSQLConnection] = []
    private var waiting: [(ticket: Int, caller: CheckedContinuation<PostgreSQLConnection?, Never>)] = []
    private var tickets = 0
    private var isClosed = false

    init(_ settings: PostgreSQLSettings) { self.settings = settings }

    /// Does something on a connection.
    func use<Value: Sendable>(
        _ work: @Sendable (PostgreSQLConnection) async throws(StoreFailure) -> Value
    ) async throws(StoreFailure) -> Value {
        let connection = try await take()
        defer { giveBack(connection) }
        return try await work(connection)
    }

    /// Ends all connections; whoever waits is told that there are none.
    func close() async {
        isClosed = true
        let waiting = waiting
        self.waiting = []
        for (_, caller) in waiting { caller.resume(returning: nil) }
        let made = made
        (self.made, idle) = ([], [])
        for connection in made { await connection.disconnect() }
    }

    private func take() async throws(StoreFailure) -> PostgreSQLConnection {
        guard !isClosed else { throw .unavailable("the store is closed") }
        if let connection = idle.popLast() { return connection }
        if made.count < settings.poolSize {
            let connection = PostgreSQLConnection(settings)
            made.append(connection)
            return connection
        }
        tickets += 1
        let ticket = tickets
        let patience = Task { [seconds = settings.waitSeconds] in
            try await Task.sleep(for: .seconds(seconds))
            self.giveUp(ticket)
        }
        defer { patience.cancel() }
        let connection = await withCheckedContinuation { waiting.append((ticket, $0)) }
        guard let connection else {
            throw .unavailable(isClosed ? "the store is closed" : "all \(settings.poolSize) connections were busy for \(settings.waitSeconds) s")
        }
        return connection
    }

    private func giveBack(_ connection: PostgreSQLConnection) {
        if isClosed { return }
        if waiting.isEmpty { idle.append(connection) } else { waiting.removeFirst().caller.resume(returning: connection) }
    }

    private func giveUp(_ ticket: Int) {
        guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return }
        waiting.remove(at: index).caller.resume(returning: nil)
    }
}
