import HTTPTypes
import Hummingbird

/// Headers of every answer: nothing runs or loads but what comes from this site.
struct HeaderMiddleware: RouterMiddleware {
    static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; \
        frame-ancestors 'none'; base-uri 'none'
        """

    private static let fields: [(name: HTTPField.Name, value: String)] = [
        (.contentSecurityPolicy, policy),
        // A wallet's page in a popup has to reach the page that opened it; `same-origin` would cut them apart.
        (HTTPField.Name("Cross-Origin-Opener-Policy")!, "same-origin-allow-popups"),
        (HTTPField.Name("Permissions-Policy")!, "digital-credentials-get=(self), camera=(), microphone=(), geolocation=()"),
        (HTTPField.Name("Referrer-Policy")!, "same-origin"),
        (HTTPField.Name("X-Content-Type-Options")!, "nosniff"),
    ]

    func handle(
        _ request: Request, context: SiteContext, next: (Request, SiteContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        for field in Self.fields { response.headers[field.name] = field.value }
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        return response
    }
}
