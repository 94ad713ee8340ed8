import Hummingbird
import Tracing

/// A span for each request: the route's pattern, the method, the status and the session's correlation id; nothing that was sent, and
/// no address. What strangers say of a trace they are part of is not taken over.
struct TraceMiddleware: RouterMiddleware {
    typealias Context = ServiceContext

    let tracer: any Tracer

    func handle(_ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response) async throws -> Response {
        let span = tracer.startAnySpan("request", context: .topLevel, ofKind: .server)
        defer { span.end() }
        let response = try await InstrumentationContext.$current.withValue(span.context) { try await next(request, context) }
        let route = context.endpointPath ?? "none"
        span.operationName = "\(request.method.rawValue) \(route)"
        span.updateAttributes { attributes in
            attributes["http.request.method"] = request.method.rawValue
            attributes["http.route"] = route
            attributes["http.response.status_code"] = Int(response.status.code)
            attributes["verification.correlation_id"] = context.correlation
        }
        if response.status.code >= 500 { span.setStatus(SpanStatus(code: .error)) }
        return response
    }
}
