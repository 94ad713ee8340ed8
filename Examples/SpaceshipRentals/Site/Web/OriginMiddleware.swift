import HTTPTypes
import Hummingbird

/// Refuses what pages of other sites send. Forms carry a token besides; this also covers what has none.
struct OriginMiddleware: RouterMiddleware {
    let origin: String

    func handle(
        _ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .get || request.method == .head || isOwn(request) else { throw HTTPError(.forbidden) }
        return try await next(request, context)
    }

    /// Both headers are the browser's word, no page can change them. Programs that are no browsers send neither.
    private func isOwn(_ request: Request) -> Bool {
        if let sent = request.headers[.origin], sent != origin { return false }
        if let site = request.headers[HTTPField.Name("Sec-Fetch-Site")!], site != "same-origin" { return false }
        return true
    }
}
