import Crypto
import HTTPTypes
import Hummingbird

/// Lets in the website's backend: by a key, or because the listener let in only clients with its certificate.
struct BackendCredentialMiddleware: RouterMiddleware {
    typealias Context = ServiceContext

    let keys: [BackendKey]
    let hasClientCertificates: Bool

    func handle(_ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response) async throws -> Response {
        guard hasClientCertificates || isKnown(request.headers[.authorization]) else {
            throw Problem(.unauthorized, "backend.credential", "this needs the backend's key: Authorization: Bearer KEY")
        }
        return try await next(request, context)
    }

    private func isKnown(_ header: String?) -> Bool {
        guard let header, header.utf8.count <= 512, header.lowercased().hasPrefix("bearer ") else { return false }
        let presented = SHA256.hash(data: Array(header.dropFirst(7).utf8))
        // All of them are compared, so that the time says nothing about which.
        return keys.reduce(false) { $1.matches(presented) || $0 }
    }
}
