import Hummingbird

/// Lets a bounded number of requests to some routes in at a time and sends the rest away at once, so that a flood is slow for nobody else.
struct ConcurrencyMiddleware: RouterMiddleware {
    typealias Context = ServiceContext

    let places: Places

    func handle(_ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response) async throws -> Response {
        guard let place = places.take() else { throw Problem.busy }
        context.works(at: place)
        defer { context.stopWorking() }
        return try await next(request, context)
    }
}
