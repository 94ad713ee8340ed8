import Hummingbird
import NIOCore
import UserVerification

/// What is known about one request to the pages: the origin they are served under.
struct PagesContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The wallet's origin, at the port of this connection.
    let origin: WalletOrigin

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        origin = WalletOrigin(port: source.channel.localAddress?.port ?? 0)
    }
}
