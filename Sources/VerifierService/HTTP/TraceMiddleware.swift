import HTTPTypes
import Hummingbird
import Tracing

/// A span for each request: the route's pattern, the method, the status and the session's correlation id; nothing that was sent, and
/// no address. What strangers say of a trace they are part of is not taken over.
struct TraceMiddleware: RouterMiddleware {
    typealias Context = ServiceContext

    private static let methods: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .delete, .connect, .options, .trace, .patch]

    let tracer: any Tracer

    func handle(_ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response) async throws -> Response {
        let span = tracer.startAnySpan("request", context: .topLevel, ofKind: .server)
        defer { span.end() }
        let response = try await InstrumentationContext.$current.withValue(span.context) { try await next(request, context) }
        guard span.isRecording else { return response }
        let route = context.endpointPath ?? "none"
        // Clients can send any word as a method, and it would stand in the trace.
        let method = Self.methods.contains(request.method) ? request.method.rawValue : "_OTHER"
        span.operationName = "\(method) \(route)"
        span.updateAttributes { attributes in
            attributes["http.request.method"] = method
            attributes["http.route"] = route
            attributes["http.response.status_code"] = Int(response.status.code)
            attributes["verification.correlation_id"] = context.correlation
        }
        if response.status.code >= 500 { span.setStatus(SpanStatus(code: .error)) }
        return response
    }
}
