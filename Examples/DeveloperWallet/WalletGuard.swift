import HTTPTypes
import Hummingbird

/// Lets in only those who call this wallet by its own names, and only its own page to the routes that answer.
///
/// A website whose name is made to lead to this machine would otherwise be of the same origin as the wallet.
/// No `Cross-Origin-Opener-Policy` is sent: it would cut the popup from the page that opened it.
struct WalletGuard: RouterMiddleware {
    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'none'; \
        frame-ancestors 'none'; base-uri 'none'
        """

    let hosts: Set<String>

    func handle(
        _ request: Request, context: BasicRequestContext, next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        guard let host = request.head.authority, hosts.contains(host.lowercased()) else { throw HTTPError(.misdirectedRequest) }
        if request.method == .post, request.headers[.origin] != "http://\(host.lowercased())" { throw HTTPError(.forbidden) }
        var response = try await next(request, context)
        response.headers[.contentSecurityPolicy] = Self.policy
        response.headers[.cacheControl] = "no-store"
        response.headers[HTTPField.Name("Referrer-Policy")!] = "no-referrer"
        response.headers[HTTPField.Name("X-Content-Type-Options")!] = "nosniff"
        return response
    }
}
