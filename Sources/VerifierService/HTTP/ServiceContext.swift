import Hummingbird
import NIOCore
import Synchronization

/// What is known about one request: where it came from, and the correlation id of the session it turned out to be about.
struct ServiceContext: RequestContext {
    /// What is found out on the way. Shared by all copies of the context.
    private final class Notes: Sendable {
        /// The correlation id, which a route sets once it knows the session.
        let correlation = Mutex<String?>(nil)
        /// The place that the request takes among those in work.
        let place = Mutex<Places.Place?>(nil)
    }

    var coreContext: CoreRequestContextStorage
    /// The address at the other end of the connection.
    let peer: String?
    private let notes = Notes()

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = source.channel.remoteAddress?.ipAddress
    }

    /// Ties the request to a session.
    func correlate(_ id: String) { notes.correlation.withLock { $0 = id } }

    /// Whether the request is tied to a session.
    var isCorrelated: Bool { notes.correlation.withLock { $0 != nil } }

    /// The session's correlation id; the request's own where no session is known.
    var correlation: String { notes.correlation.withLock { $0 } ?? id }

    /// The request is in work.
    func works(at place: Places.Place) { notes.place.withLock { $0 = place } }

    /// The request is answered, or only waits from here on: its place is another's.
    func stopWorking() { notes.place.withLock { $0 }?.giveBack() }
}
