import Hummingbird
import NIOCore
import Synchronization

/// What is known about one request: where it came from, and the correlation id of the session it turned out to be about.
struct ServiceContext: RequestContext {
    /// The correlation id, which a route sets once it knows the session. Shared by all copies of the context.
    private final class Correlation: Sendable {
        let id = Mutex<String?>(nil)
    }

    var coreContext: CoreRequestContextStorage
    /// The address at the other end of the connection.
    let peer: String?
    private let correlated = Correlation()

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = source.channel.remoteAddress?.ipAddress
    }

    /// Ties the request to a session.
    func correlate(_ id: String) { correlated.id.withLock { $0 = id } }

    /// The session's correlation id; the request's own where no session is known.
    var correlation: String { correlated.id.withLock { $0 } ?? id }
}
