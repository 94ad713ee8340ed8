import Hummingbird
import Logging
import Registrar
import Synchronization

/// Around every route: bounds the requests at hand, turns whatever goes wrong into problem details, and logs one line without
/// anything that was sent.
final class AnswerMiddleware: RouterMiddleware {
    private let limits: ServiceLimits
    private let logger: Logger
    private let running = Mutex(0)

    init(limits: ServiceLimits, logger: Logger) {
        self.limits = limits
        self.logger = logger
    }

    func handle(
        _ request: Request, context: BasicRequestContext, next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        var code: String?
        var response: Response
        do {
            guard enter() else { throw Problem(.busy) }
            defer { leave() }
            response = try await next(request, context)
        } catch {
            let problem = problem(of: error)
            code = problem.code
            response = problem.response
        }
        response.headers[.xContentTypeOptions] = "nosniff"
        // What carries no word about caching is somebody's own affair.
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        let elapsed = (ContinuousClock.now - start) / .milliseconds(1)
        logger.info("answered", metadata: [
            "method": "\(Self.knownMethods.contains(request.method) ? request.method.rawValue : "other")", "route": "\(context.endpointPath ?? "unknown")",
            "status": "\(response.status.code)", "code": "\(code ?? "")", "milliseconds": "\(Int(elapsed))",
        ])
        return response
    }

    private static let knownMethods: Set<HTTPRequest.Method> = [.get, .post, .put, .head, .options, .delete, .patch]

    private func enter() -> Bool {
        running.withLock { count in
            guard count < limits.requests else { return false }
            count += 1
            return true
        }
    }

    private func leave() { running.withLock { $0 -= 1 } }

    private func problem(of error: any Error) -> Problem {
        switch error {
        case let problem as Problem: return problem
        case let refusal as RegistrarError:
            // These speak of the registrar's own disk and key, which is the operator's affair.
            if refusal.code == .storage || refusal.code == .issuing { logger.error("\(refusal)") }
            return Problem(refusal)
        case let answer as any HTTPResponseError where answer.status == .notFound: return Problem(.path)
        default:
            logger.error("unexpected error", metadata: ["type": "\(type(of: error))"])
            return Problem(.fault)
        }
    }
}
