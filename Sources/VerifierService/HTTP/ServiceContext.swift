import Hummingbird
import NIOCore
import RelyingParty
import Synchronization

/// What is known about one request: where it came from, and the correlation id of the session it turned out to be about.
struct ServiceContext: RequestContext {
    /// What is found out on the way. Shared by all copies of the context.
    private final class Notes: Sendable {
        /// The correlation id, which a route sets once it knows the session.
        let correlation = Mutex<String?>(nil)
        /// The id the request goes by until then.
        let own = Mutex<String?>(nil)
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

    /// The session's correlation id; one of the request's own, made when it is first asked for, where no session is known.
    ///
    /// Hummingbird's `id` is kept in the logger, and is not there with a log handler that keeps nothing.
    var correlation: String {
        if let id = notes.correlation.withLock({ $0 }) { return id }
        return notes.own.withLock { own in
            if let own { return own }
            var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
            let made = SessionIdentifier.random(using: &generator).rawValue
            own = made
            return made
        }
    }

    /// The request is in work.
    func works(at place: Places.Place) { notes.place.withLock { $0 = place } }

    /// The request is answered, or only waits from here on: its place is another's.
    func stopWorking() { notes.place.withLock { $0 }?.giveBack() }
}
