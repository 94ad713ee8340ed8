import Hummingbird
import Logging
import Registrar

/// Around every route: turns whatever goes wrong into problem details, and logs one line without anything that was sent.
struct AnswerMiddleware: RouterMiddleware {
    let logger: Logger

    func handle(
        _ request: Request, context: BasicRequestContext, next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        var code: String?
        var response: Response
        do {
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
        // What stood behind the head would be taken for the next answer (RFC 9110, 9.3.2).
        return request.method == .head ? response.createHeadResponse() : response
    }

    private static let knownMethods: Set<HTTPRequest.Method> = [.get, .post, .put, .head, .options, .delete, .patch]
    /// These speak of the registrar's own disk and key, which is the operator's affair.
    private static let ownFaults: Set<RegistrarError.Code> = [.storage, .storageBusy, .storageFull, .issuing]

    private func problem(of error: any Error) -> Problem {
        switch error {
        case let problem as Problem: return problem
        case let refusal as RegistrarError:
            if Self.ownFaults.contains(refusal.code) { logger.error("\(refusal)") }
            return Problem(refusal)
        case let answer as any HTTPResponseError where answer.status == .notFound: return Problem(.path)
        default:
            logger.error("unexpected error", metadata: ["type": "\(type(of: error))"])
            return Problem(.fault)
        }
    }
}
