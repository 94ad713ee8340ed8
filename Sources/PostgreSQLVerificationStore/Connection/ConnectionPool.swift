import VerificationSessions

/// A bounded number of connections, handed out one user at a time in the order of asking.
///
/// Where the server gives fewer than that, those that there are serve all: one that cannot be made is taken last, and whoever was to make it
/// waits for another.
actor ConnectionPool {
    private let settings: PostgreSQLSettings
    private let probing = ProbingTurn()
    /// Those that are not connected first, since they are taken from the end.
    private var idle: [PostgreSQLConnection] = []
    private var made: [PostgreSQLConnection] = []
    private var waiting: [(ticket: Int, wantsLink: Bool, caller: CheckedContinuation<PostgreSQLConnection?, Never>)] = []
    private var tickets = 0
    private var isClosed = false

    init(_ settings: PostgreSQLSettings) { self.settings = settings }

    /// Does something on a connection.
    func use<Value: Sendable>(
        _ work: @Sendable (PostgreSQLConnection) async throws(StoreFailure) -> Value
    ) async throws(StoreFailure) -> Value {
        let connection = try await takeConnected()
        defer { giveBack(connection) }
        return try await work(connection)
    }

    /// Does something that is asked for over and over, to find out whether the store can be used.
    ///
    /// Where a statement that was given up keeps an idle place, that is asked about first, and nothing is done before the server has ended it: each
    /// that is done meanwhile might be given up as well, and all together would take every place.
    func probe<Value: Sendable>(
        _ work: @Sendable (PostgreSQLConnection) async throws(StoreFailure) -> Value
    ) async throws(StoreFailure) -> Value {
        if let index = idle.firstIndex(where: { $0.hasGivenUp }) {
            let connection = idle.remove(at: index)
            defer { giveBack(connection) }
            try await connection.replaceGivenUp()
        }
        return try await use(work)
    }

    /// Ends all connections; whoever waits is told that there are none.
    func close() async {
        isClosed = true
        let waiting = waiting
        self.waiting = []
        for (_, _, caller) in waiting { caller.resume(returning: nil) }
        let made = made
        (self.made, idle) = ([], [])
        for connection in made { await connection.disconnect() }
    }

    private var hasLink: Bool { made.contains { $0.hasLink } }

    private func takeConnected() async throws(StoreFailure) -> PostgreSQLConnection {
        let connection = try await take(wantsLink: false)
        if connection.hasLink { return connection }
        guard let failure = await Self.connect(connection) else {
            guard !isClosed else { throw .unavailable("the store is closed") }
            return connection
        }
        giveBack(connection)
        guard hasLink else { throw failure }
        let other = try await take(wantsLink: true)
        if other.hasLink { return other }
        // The last that was connected is so no more.
        giveBack(other)
        throw failure
    }

    /// Why it cannot be connected; nil where it is.
    private static func connect(_ connection: PostgreSQLConnection) async -> StoreFailure? {
        do throws(StoreFailure) { try await connection.connect() } catch { return error }
        return nil
    }

    /// - Parameter wantsLink: whether to wait for one that is connected.
    private func take(wantsLink: Bool) async throws(StoreFailure) -> PostgreSQLConnection {
        guard !isClosed else { throw .unavailable("the store is closed") }
        if let last = idle.last, last.hasLink || !wantsLink { return idle.removeLast() }
        if !wantsLink, made.count < settings.poolSize {
            let connection = PostgreSQLConnection(settings, probing)
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
        let connection = await withCheckedContinuation { waiting.append((ticket, wantsLink, $0)) }
        guard let connection else {
            throw .unavailable(isClosed ? "the store is closed" : "all \(settings.poolSize) connections were busy for \(settings.waitSeconds) s")
        }
        return connection
    }

    private func giveBack(_ connection: PostgreSQLConnection) {
        if isClosed { return }
        // Where none is connected any more nobody waits for one that is: the next who gets one finds out why.
        let serves = connection.hasLink || !hasLink
        if let index = waiting.firstIndex(where: { serves || !$0.wantsLink }) {
            waiting.remove(at: index).caller.resume(returning: connection)
        } else {
            idle.insert(connection, at: connection.hasLink ? idle.endIndex : idle.startIndex)
        }
    }

    private func giveUp(_ ticket: Int) {
        guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return }
        waiting.remove(at: index).caller.resume(returning: nil)
    }
}
