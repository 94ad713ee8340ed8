import Hummingbird

/// Turns errors into pages that say what happened and where to go on. What went wrong inside is logged by its type only.
struct FaultMiddleware: RouterMiddleware {
    let pages: Pages

    func handle(
        _ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError {
            return try pages.response(FaultPage(status: error.status), status: error.status)
        } catch {
            context.logger.error("a page failed", metadata: ["error": "\(type(of: error))"])
            return try pages.response(FaultPage(status: .internalServerError), status: .internalServerError)
        }
    }
}
