import Hummingbird

extension RouterMethods where Context == ServiceContext {
    /// A route that everybody may get: it is asked by HEAD, too (RFC 9110, 9.3.2), and `EdgeMiddleware` leaves the content of that answer out.
    func getOrHead(_ path: RouterPath, use handler: @escaping @Sendable (Request, ServiceContext) async throws -> Response) {
        get(path, use: handler)
        head(path, use: handler)
    }
}
