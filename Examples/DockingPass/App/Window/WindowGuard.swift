import HTTPTypes
import Hummingbird

/// Lets in only who calls the window by its own address, and only its own script to what does anything; strangers get a number and no words.
///
/// A website whose name leads to this machine (DNS rebinding) names itself in `Host`, one that posts here in `Origin`, and what belongs to other
/// pages is said in headers that no page can write. There is no header by which another origin could read an answer.
struct WindowGuard: RouterMiddleware {
    private static let site = HTTPField.Name("Sec-Fetch-Site")!
    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; \
        frame-ancestors 'none'; base-uri 'none'
        """
    private static let fields: [(name: HTTPField.Name, value: String)] = [
        (.contentSecurityPolicy, policy),
        (.cacheControl, "no-store"),
        (HTTPField.Name("Cross-Origin-Opener-Policy")!, "same-origin"),
        (HTTPField.Name("Cross-Origin-Resource-Policy")!, "same-origin"),
        (HTTPField.Name("Permissions-Policy")!, "camera=(), microphone=(), geolocation=()"),
        (HTTPField.Name("Referrer-Policy")!, "no-referrer"),
        (HTTPField.Name("X-Content-Type-Options")!, "nosniff"),
    ]

    func handle(
        _ request: Request, context: WindowContext, next: (Request, WindowContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            try check(request, context)
            response = try await next(request, context)
        } catch {
            response = Response(status: (error as? any HTTPResponseError)?.status ?? .internalServerError)
        }
        for field in Self.fields { response.headers[field.name] = field.value }
        return response
    }

    private func check(_ request: Request, _ context: WindowContext) throws {
        guard request.head.authority == context.authority else { throw HTTPError(.misdirectedRequest) }
        switch request.method {
        case .get:
            if let site = request.headers[Self.site], !["same-origin", "none"].contains(site) { throw HTTPError(.forbidden) }
        case .post:
            guard request.headers[values: .origin] == ["http://" + context.authority] else { throw HTTPError(.forbidden) }
        default: throw HTTPError(.methodNotAllowed)
        }
    }
}
