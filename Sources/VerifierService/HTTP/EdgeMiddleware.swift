import CBOR
import HTTPTypes
import Hummingbird
import Logging
import VerificationSessions

/// The outermost layer: every error becomes a problem, every answer is counted and carries its correlation id and safe headers, and one line
/// goes to the log, with the route's pattern and never with what was sent.
struct EdgeMiddleware: RouterMiddleware {
    typealias Context = ServiceContext

    static let correlationHeader = HTTPField.Name("X-Correlation-Id")!

    let measures: ServiceMeasures

    func handle(_ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response) async throws -> Response {
        let begin = ContinuousClock.now
        var response: Response
        var code: String?
        do {
            try Self.checkFields(request)
            response = try await next(request, context)
        } catch {
            var problem = Self.problem(of: error, context)
            problem.correlationId = context.correlation
            code = problem.code
            response = problem.response()
        }
        response.headers[Self.correlationHeader] = context.correlation
        response.headers[.xContentTypeOptions] = "nosniff"
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        measures.replied(response.status.code)
        context.logger.log(
            level: response.status.code >= 500 ? .error : .info, "request",
            metadata: Self.metadata(request, response.status.code, code, context, ContinuousClock.now - begin))
        // What stood behind the head would be taken for the next answer (RFC 9110, 9.3.2).
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// Refuses fields with more combining marks in a row than are compared in good time, before they are compared with anything. A path has none:
    /// it is ASCII, or no request comes of it.
    private static func checkFields(_ request: Request) throws(Problem) {
        guard request.headers.allSatisfy({ StackedMarks.areBounded($0.value.utf8) }) else {
            throw Problem(.badRequest, "request.malformed", "the request cannot be read")
        }
    }

    private static func metadata(_ request: Request, _ status: Int, _ code: String?, _ context: ServiceContext, _ duration: Duration) -> Logger.Metadata {
        var metadata: Logger.Metadata = [
            "route": .string(context.endpointPath ?? "none"), "method": .string(request.method.rawValue),
            "status": .stringConvertible(status), "correlation": .string(context.correlation),
            "ms": .stringConvertible(duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000),
        ]
        if let code { metadata["code"] = .string(code) }
        return metadata
    }

    private static func problem(of error: any Error, _ context: ServiceContext) -> Problem {
        switch error {
        case let problem as Problem: return problem
        case let error as FlowError:
            let problem = Problem(error)
            if problem.status >= 500 {
                context.logger.error("\(error.detail)", metadata: ["correlation": .string(context.correlation), "code": .string(error.code)])
            }
            return problem
        case let error as any HTTPResponseError:
            switch error.status.code {
            case 404: return Problem(.notFound, "route.unknown", "there is nothing at this path")
            case 413: return Problem(.contentTooLarge, "request.tooLarge", "the body is larger than this service takes")
            case 400..<500: return Problem(.badRequest, "request.malformed", "the request cannot be read")
            default: return Problem(.internalServerError, "server.internal", "the service could not do this")
            }
        case is CancellationError:
            return Problem(.serviceUnavailable, "server.closing", "the service is shutting down; try again", retryAfter: 1)
        default:
            context.logger.error("an error of type \(type(of: error))", metadata: ["correlation": .string(context.correlation)])
            return Problem(.internalServerError, "server.internal", "the service could not do this; the operator finds the cause in the log")
        }
    }
}
