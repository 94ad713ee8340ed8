import HTTPTypes
import Hummingbird

/// Lets in only those who call the pages by their own name, and only the pages' own scripts to what changes anything.
///
/// A website whose name is made to lead to this machine (DNS rebinding) names itself in `Host`. A website that posts here names
/// itself in `Origin`. There is no header by which any other origin could read an answer.
struct PageGuard: RouterMiddleware {
    private static let destination = HTTPField.Name("Sec-Fetch-Dest")!
    private static let mode = HTTPField.Name("Sec-Fetch-Mode")!
    private static let site = HTTPField.Name("Sec-Fetch-Site")!
    private static let serviceWorker = HTTPField.Name("Service-Worker")!
    private static let navigationPreload = HTTPField.Name("Service-Worker-Navigation-Preload")!
    private static let serviceWorkerAllowed = HTTPField.Name("Service-Worker-Allowed")!

    func handle(
        _ request: Request, context: PagesContext, next: (Request, PagesContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            try check(request, context)
            response = asksForWorker(request) ? worker(context) : try await next(request, context)
        } catch {
            let status = (error as? any HTTPResponseError)?.status ?? .internalServerError
            response = Response(status: status, headers: PageHeaders.fields(.refusal, context.origin))
        }
        if response.headers[.contentSecurityPolicy] == nil {
            for field in PageHeaders.fields(.exchange, context.origin) { response.headers[field.name] = field.value }
        }
        return response
    }

    private func check(_ request: Request, _ context: PagesContext) throws {
        guard request.head.authority?.lowercased() == context.origin.authority else { throw HTTPError(.misdirectedRequest) }
        let isSheet = request.uri.path.hasPrefix("/sheet/")
        switch request.method {
        case .get:
            // With a preload the page comes into a worker's hands with all that its navigation says.
            guard request.headers[Self.navigationPreload] == nil, asksForWorker(request) || isExpected(request, isSheet: isSheet) else {
                throw HTTPError(.forbidden)
            }
        case .post:
            // A sheet's frame has no origin; the secret in its path is what lets it in.
            guard request.headers[values: .origin] == [isSheet ? "null" : context.origin.text] else { throw HTTPError(.forbidden) }
        default: throw HTTPError(.methodNotAllowed)
        }
    }

    /// Whether a browser asks for what belongs where it puts it: pages are documents, sheets are frames, and only the relay page may
    /// be opened by websites. Browsers say so in headers that pages cannot write; other programs send none.
    private func isExpected(_ request: Request, isSheet: Bool) -> Bool {
        func says(_ name: HTTPField.Name, oneOf values: [String]) -> Bool {
            guard let value = request.headers[name] else { return true }
            return values.contains(value)
        }
        let path = request.uri.path
        guard !path.hasPrefix("/assets/") else { return true }
        // Each is a relay more, so a website has to lead a window here: a script that only asks for the page gets none.
        if path == "/" { return says(Self.destination, oneOf: ["document"]) && says(Self.mode, oneOf: ["navigate"]) }
        // A worker that asks in a page's place says "empty". So does a browser that saves a file, whose path has the secret of its window.
        let places = isSheet ? ["iframe"] : path.hasPrefix("/window/") ? ["document", "empty"] : ["document"]
        return says(Self.destination, oneOf: places) && says(Self.site, oneOf: ["same-origin", "none"])
    }

    private func asksForWorker(_ request: Request) -> Bool { request.headers[Self.serviceWorker] == "script" }

    private func worker(_ context: PagesContext) -> Response {
        var response = Answer.bytes(Asset.worker.bytes, Asset.worker.mediaType, .asset, context.origin)
        // Whatever paths the one that it replaces had.
        response.headers[Self.serviceWorkerAllowed] = "/"
        return response
    }
}
