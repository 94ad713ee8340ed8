import Hummingbird
import NIOCore

/// What is known about one request to the window: the host it is served under.
struct WindowContext: RequestContext {
    static let host = "127.0.0.1"

    var coreContext: CoreRequestContextStorage
    /// Host and port of this connection, as browsers name them in `Host`.
    let authority: String

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        authority = "\(Self.host):\(source.channel.localAddress?.port ?? 0)"
    }
}
