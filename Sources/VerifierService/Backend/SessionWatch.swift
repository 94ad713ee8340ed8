import RelyingParty
import Synchronization
import VerificationSessions

/// Tells everybody in this process who waits for a session where it stands: at once when something happens here, else once an
/// interval. However many wait, the store is read once for all of them.
final class SessionWatch: Sendable {
    /// Where a session stands, or why that cannot be told.
    typealias Look = Result<(record: SessionRecord, status: SessionStatus), FlowError>

    /// A session somebody waits for. Its reader reads whenever it is woken; the ticker wakes it.
    private struct Watched {
        var listeners: [Int: AsyncStream<Look>.Continuation] = [:]
        let wake: AsyncStream<Void>.Continuation
        let ticker: Task<Void, Never>
    }

    private struct State {
        var sessions: [SessionIdentifier: Watched] = [:]
        var tickets = 0
    }

    /// How old what is told may be where another process changed it.
    static let interval = Duration.seconds(1)

    private let flow: VerificationFlow
    private let state = Mutex(State())

    init(flow: VerificationFlow) { self.flow = flow }

    /// Every look at a session from now on, until the listener stops listening. The newest counts; who is slow misses the others.
    func looks(at id: SessionIdentifier) -> AsyncStream<Look> {
        let (looks, listener) = AsyncStream<Look>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let ticket = state.withLock { state in
            state.tickets += 1
            state.sessions[id, default: watched(id)].listeners[state.tickets] = listener
            return state.tickets
        }
        listener.onTermination = { [weak self] _ in self?.leave(id, ticket) }
        return looks
    }

    /// Something happened to a session in this process.
    func changed(_ id: SessionIdentifier) { _ = state.withLock { $0.sessions[id]?.wake.yield() } }

    /// How many wait, for whichever sessions.
    var count: Int { state.withLock { $0.sessions.values.reduce(0) { $0 + $1.listeners.count } } }

    private func watched(_ id: SessionIdentifier) -> Watched {
        let (wakes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        Task { [weak self] in
            for await _ in wakes { await self?.look(at: id) }
        }
        let ticker = Task {
            while (try? await Task.sleep(for: Self.interval)) != nil { wake.yield() }
        }
        return Watched(wake: wake, ticker: ticker)
    }

    private func look(at id: SessionIdentifier) async {
        let look: Look
        do { look = .success(try await flow.session(id)) } catch { look = .failure(error) }
        let listeners = state.withLock { state in state.sessions[id].map { Array($0.listeners.values) } ?? [] }
        for listener in listeners { listener.yield(look) }
    }

    private func leave(_ id: SessionIdentifier, _ ticket: Int) {
        let left: Watched? = state.withLock { state in
            guard var watched = state.sessions.removeValue(forKey: id) else { return nil }
            watched.listeners[ticket] = nil
            if watched.listeners.isEmpty { return watched }
            state.sessions[id] = watched
            return nil
        }
        left?.ticker.cancel()
        left?.wake.finish()
    }
}
