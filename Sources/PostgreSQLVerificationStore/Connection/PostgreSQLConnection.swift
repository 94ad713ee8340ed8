import Synchronization
import VerificationSessions

/// One connection of the pool, made when it is first needed and made anew after it was lost.
///
/// What is lost with a connection, and what may be done about it:
/// - Until COMMIT was sent nothing has happened: the server undoes what is open on a connection that ends. The work is done
///   again on a new connection, once.
/// - After that it may have happened. Work that can tell, or whose repetition changes nothing, is repeated; any other ends as
///   `StoreFailure.undetermined`.
///
/// A statement that was given up keeps the place of its connection until the server has ended it: a process of the server that waits for a
/// standby, or for a lock, does not notice that nobody waits for it any more. With one more connection for each call that is given up the server
/// would have none left for anybody, its administrator included.
actor PostgreSQLConnection {
    /// Whether work may be done again when nobody knows if it happened.
    enum Repetition {
        /// It changes nothing more, or finds out by itself: it is told that it is repeated.
        case harmless
        /// It must not be.
        case forbidden
    }

    /// What a piece of work gets to know.
    typealias Work<Value> = @Sendable (_ link: PostgreSQLLink, _ isRepeated: Bool) throws -> Value

    private let thread = ConnectionThread()
    private let settings: PostgreSQLSettings
    private let probing: ProbingTurn
    /// What was given up in this place, until the server is known to have ended it.
    private var givenUp: GivenUpStatement? {
        didSet { isGivenUp.store(givenUp != nil, ordering: .relaxed) }
    }
    private nonisolated let isGivenUp = Atomic(false)
    private var link: PostgreSQLLink? {
        didSet { isLinked.store(link != nil, ordering: .relaxed) }
    }
    private nonisolated let isLinked = Atomic(false)

    /// Whether it was connected when it was last used. Who asks waits for nobody.
    nonisolated var hasLink: Bool { isLinked.load(ordering: .relaxed) }

    /// Whether a statement that was given up kept its place when it was last used. Who asks waits for nobody.
    nonisolated var hasGivenUp: Bool { isGivenUp.load(ordering: .relaxed) }

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// - Parameter probing: the pool's.
    init(_ settings: PostgreSQLSettings, _ probing: ProbingTurn) {
        self.settings = settings
        self.probing = probing
    }

    deinit { thread.stop() }

    /// Ends the connection; the next piece of work makes a new one.
    func disconnect() { link = nil }

    /// Connects, unless it is.
    func connect() throws(StoreFailure) { try statement { _ in } }

    /// Connects in the place of a statement that was given up, if it can.
    ///
    /// - Throws: where the server is still at work on it, and for no other reason.
    func replaceGivenUp() throws(StoreFailure) {
        do throws(PostgreSQLFault) { _ = try connected() } catch {
            if error == .unfinished { throw StoreFailure(error) }
        }
    }

    /// Runs one statement, which is a transaction of its own: one that reads, or whose repetition changes nothing.
    ///
    /// - Parameter isChange: whether it may have happened where its repetition failed as well.
    func statement<Value: Sendable>(
        isChange: Bool = false, _ work: @Sendable (PostgreSQLLink) throws -> Value
    ) throws(StoreFailure) -> Value {
        do { return try onLiveLink(work) } catch PostgreSQLFault.lost {
            do { return try onLiveLink(work) } catch { throw isChange ? Self.doubt : StoreFailure(error) }
        } catch { throw StoreFailure(error) }
    }

    /// Runs a transaction.
    func transaction<Value: Sendable>(_ repetition: Repetition, _ work: Work<Value>) throws(StoreFailure) -> Value {
        var isDoubtful = false
        do { return try attempt(isRepeated: false, work) } catch .failed(let error) where !Self.isWorthRepeating(error) {
            throw StoreFailure(error)
        } catch .doubtful {
            guard repetition == .harmless else { throw Self.doubt }
            isDoubtful = true
        } catch {}
        do { return try attempt(isRepeated: isDoubtful, work) } catch .failed(let error) where !isDoubtful {
            throw StoreFailure(error)
        } catch { throw Self.doubt }
    }

    private static let doubt = StoreFailure.undetermined("the connection was lost at the commit")

    /// How an attempt at a transaction failed.
    private enum Failed: Error {
        /// Nothing of it happened.
        case failed(any Error)
        /// The connection was lost after the commit was sent.
        case doubtful
    }

    private static func isWorthRepeating(_ error: any Error) -> Bool {
        switch error as? PostgreSQLFault {
        case .lost, .collided: true
        case .unreachable, .unfinished, .refused, .unreadable, nil: false
        }
    }

    private func attempt<Value>(isRepeated: Bool, _ work: Work<Value>) throws(Failed) -> Value {
        let value: Value
        let link: PostgreSQLLink
        do {
            link = try connected()
            link.begin()
            value = try work(link, isRepeated)
        } catch PostgreSQLFault.lost {
            // Nothing is open on it, and it may have gone before its transaction was begun.
            lose()
            throw .failed(PostgreSQLFault.lost)
        } catch {
            undo()
            throw .failed(error)
        }
        do { try link.commit() } catch PostgreSQLFault.lost {
            lose()
            throw .doubtful
        } catch {
            undo()
            throw .failed(error)
        }
        return value
    }

    private func onLiveLink<Value>(_ work: (PostgreSQLLink) throws -> Value) throws -> Value {
        do { return try work(try connected()) } catch PostgreSQLFault.lost {
            lose()
            throw PostgreSQLFault.lost
        }
    }

    private func connected() throws(PostgreSQLFault) -> PostgreSQLLink {
        if let link { return link }
        let link = try makeLink()
        self.link = link
        givenUp = nil
        return link
    }

    private func makeLink() throws(PostgreSQLFault) -> PostgreSQLLink {
        guard let givenUp else { return try PostgreSQLLink(settings) }
        return try probing.take { () throws(PostgreSQLFault) -> PostgreSQLLink in
            let link = try PostgreSQLLink(settings)
            guard try !link.isServerAtWork(on: givenUp) else { throw .unfinished }
            return link
        }
    }

    /// The connection is of no more use.
    private func lose() {
        if let statement = link?.givenUp { givenUp = statement }
        link = nil
    }

    /// Ends an open transaction. A connection that cannot do that is of no more use.
    private func undo() {
        do { try link?.rollback() } catch { lose() }
    }
}

extension StoreFailure {
    init(_ error: any Error) {
        switch error {
        case let failure as StoreFailure: self = failure
        case PostgreSQLFault.unreachable, PostgreSQLFault.lost:
            self = .unavailable(
                """
                PostgreSQL cannot be reached; check that it runs and has connections left (max_connections), and the host, user, password, \
                certificates and TLS mode it is reached with; a standby is not taken, nor one with default_transaction_read_only unless its \
                connection says target_session_attrs=any
                """)
        case PostgreSQLFault.unfinished:
            self = .unavailable(
                """
                PostgreSQL is still at work on a statement that was given up, as where a commit waits for a standby; bring back the standbys that \
                synchronous_standby_names lists, or take them off that list
                """)
        case PostgreSQLFault.collided(let state), PostgreSQLFault.refused(let state): self = .unavailable(PostgreSQLFault.reason(state: state))
        case PostgreSQLFault.unreadable: self = .damaged("a row of PostgreSQL is not of the tables' form")
        default: self = .unavailable("\(type(of: error))")
        }
    }
}
