import HTTPTypes
import Hummingbird

/// Stands before the answer that there is nothing at a path, and says which methods the path takes if it takes some.
struct WrongMethodMiddleware: RouterMiddleware {
    typealias Context = ServiceContext

    private let routes: [(path: [Substring], methods: [String])]

    /// Knows the routes there are by then.
    init(_ router: Router<ServiceContext>) {
        var methods: [String: [String]] = [:]
        for route in router.routes { methods[route.path.description, default: []].append(route.method.rawValue) }
        routes = methods.map { ($0.key.split(separator: "/"), $0.value.sorted()) }
    }

    func handle(_ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response) async throws -> Response {
        let given = request.uri.path.split(separator: "/")
        guard let route = routes.first(where: { Self.matches($0.path, given) }) else { return try await next(request, context) }
        throw Problem(.methodNotAllowed, "route.method", "this path does not take this method; see the header Allow", allow: route.methods)
    }

    private static func matches(_ template: [Substring], _ given: [Substring]) -> Bool {
        template.count == given.count && zip(template, given).allSatisfy { $0.hasPrefix(":") || $0.hasPrefix("{") || $0 == $1 }
    }
}
