import Hummingbird

/// One thing that can be asked of the service. The router and the OpenAPI document are both made of this table.
struct Route: Sendable {
    let method: HTTPRequest.Method
    /// Path with its parameters in braces.
    let path: String
    /// Name of the operation, and what it does.
    let name: String
    let summary: String
    let access: Access
    /// Schema of the body that is read; nil for none.
    let body: String?
    /// Status of success.
    let status: HTTPResponse.Status
    let content: RouteContent
    /// Statuses of refusal beyond those that follow from access, body and path.
    let refusals: [HTTPResponse.Status]
    /// Whether it is answered however many requests are at hand: what wallets and whoever watches the service rely on, cheap to
    /// answer.
    let isAlwaysAnswered: Bool
    let run: @Sendable (Call) async throws -> Answer

    init(
        _ method: HTTPRequest.Method, _ path: String, _ name: String, _ summary: String, _ access: Access, body: String? = nil,
        status: HTTPResponse.Status = .ok, _ content: RouteContent, refusals: [HTTPResponse.Status] = [],
        isAlwaysAnswered: Bool = false, run: @escaping @Sendable (Call) async throws -> Answer
    ) {
        self.method = method
        self.path = path
        self.name = name
        self.summary = summary
        self.access = access
        self.body = body
        self.status = status
        self.content = content
        self.refusals = refusals
        self.isAlwaysAnswered = isAlwaysAnswered
        self.run = run
    }

    /// The methods it is asked by: what everybody may get is asked by HEAD, too (RFC 9110, 9.3.2), of which the answer's content is left out.
    var methods: [HTTPRequest.Method] {
        if case .everybody = access, method == .get { [.get, .head] } else { [method] }
    }

    /// Names of the path's parameters.
    var parameters: [String] { path.split(separator: "/").filter { $0.first == "{" }.map { String($0.dropFirst().dropLast()) } }

    /// Every status of refusal.
    var problems: [HTTPResponse.Status] {
        var statuses: Set<HTTPResponse.Status> = [.internalServerError, .serviceUnavailable]
        if case .everybody = access {} else { statuses.insert(.unauthorized) }
        if body != nil { statuses.formUnion([.badRequest, .contentTooLarge, .unsupportedMediaType, .unprocessableContent]) }
        if !parameters.isEmpty { statuses.insert(.notFound) }
        return statuses.union(refusals).sorted { $0.code < $1.code }
    }
}
