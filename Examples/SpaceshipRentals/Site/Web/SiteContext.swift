import Hummingbird

/// What travels with a request through the site.
struct SiteContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The address the connection comes from.
    let peer: String?
    /// The visit; set by `VisitMiddleware`, which runs before every page.
    var visit: Visit?

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = source.channel.remoteAddress?.ipAddress
    }

    /// Forms without a file are short.
    var maxUploadSize: Int { 16 << 10 }

    /// The visit of a page that belongs to one.
    func requireVisit() throws -> Visit {
        guard let visit else { throw HTTPError(.internalServerError) }
        return visit
    }
}
