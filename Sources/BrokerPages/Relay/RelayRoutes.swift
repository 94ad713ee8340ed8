import Hummingbird
import WalletBroker

/// The relay page, and what its script asks for.
struct RelayRoutes: Sendable {
    /// The longest request that a parser takes.
    private static let requestBytes = 4 << 20

    let parts: PageParts

    func add(to router: Router<PagesContext>) {
        router.get("/") { request, context in await page(request, context) }
        router.post("relay/:secret/:step") { request, context in
            guard let relay = await parts.windows.relay(try context.secret()) else { throw HTTPError(.notFound) }
            switch try context.parameters.require("step") {
            case "request": return try await begin(request, relay)
            case "next": return await next(request, relay, context)
            case "release":
                let data = try await request.body.collect(upTo: Self.requestBytes)
                return Answer.nothing(await relay.supply(Array(data.readableBytesView)) ? .noContent : .conflict)
            case "close":
                await relay.leave(after: request.seen)
                return Answer.nothing()
            default: throw HTTPError(.notFound)
            }
        }
    }

    private func page(_ request: Request, _ context: PagesContext) async -> Response {
        let words = Wording.of(request.language)
        guard let secret = await parts.windows.add(RelayWindow(desk: parts.desk, grace: parts.limits.grace)) else {
            return parts.notice(words.tooManyWindows, words.tooManyWindowsText, request.language, context.origin, status: .serviceUnavailable)
        }
        let document = DocumentContent(
            language: request.language.rawValue, words: words, title: words.wallet, kind: "relay", script: .relay, secret: secret.text,
            canCancel: false, content: parts.templates.text(RelayContent(words: words)))
        return Answer.html(parts.templates.text(document), .relay, context.origin)
    }

    private func begin(_ request: Request, _ relay: RelayWindow) async throws -> Response {
        guard let origin = request.headers[Answer.origin], origin.hasPrefix("https://") || origin.hasPrefix("http://") else {
            throw HTTPError(.badRequest)
        }
        let data = try await request.body.collect(upTo: Self.requestBytes)
        do throws(PresentmentRefusal) {
            let raw = RawRequest(data: Array(data.readableBytesView), origin: origin)
            let session = try await relay.begin(raw, language: request.language)
            return Answer.nothing(headers: [Answer.window: await parts.path(of: session)])
        } catch {
            // The website may know that another request is open, as on the broker's socket; every other refusal is to look like declining.
            return Answer.nothing(error.kind == .inProgress ? .conflict : .unprocessableContent, headers: [Answer.code: error.code])
        }
    }

    private func next(_ request: Request, _ relay: RelayWindow, _ context: PagesContext) async -> Response {
        switch await relay.next(after: request.seen, within: parts.limits.poll) {
        case .nothingYet: return Answer.nothing()
        // Who asked on would be answered at once each time.
        case .over: return Answer.nothing(.gone)
        case .event(let event, let number):
            var answer: [UInt8] = []
            if case .answer(let response) = event { answer = response }
            var response = Answer.bytes(answer, "application/octet-stream", .exchange, context.origin)
            response.headers[Answer.event] = event.name
            response.headers[Answer.stage] = "\(number)"
            return response
        }
    }
}
