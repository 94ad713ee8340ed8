import HTTPTypes
import Hummingbird

/// Headers of every answer: nothing runs or loads but what comes from this site, and all of it is given whole.
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
        var head = request.head
        // A part that begins behind a file's end would be given a length below zero.
        head.headerFields[.range] = nil
        var response = try await next(Request(head: head, body: request.body), context)
        response.headers[.acceptRanges] = nil
        for field in Self.fields { response.headers[field.name] = field.value }
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        // What stood behind the head would be taken for the next answer (RFC 9110, 9.3.2).
        return request.method == .head ? response.createHeadResponse() : response
    }
}
