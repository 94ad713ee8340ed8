import Hummingbird
import WalletBroker

/// The wallet's own windows: each is opened once, and its script asks for everything else under the window's secret.
struct WindowRoutes: Sendable {
    /// The largest picture, one byte for each point.
    private static let pictureBytes = 2 << 20

    let parts: PageParts

    func add(to router: Router<PagesContext>) {
        for name in ["consent", "answer", "settings", "history", "authorize"] {
            router.get("\(name)/:secret") { request, context in try await open(name, request, context) }
        }
        router.post("window/:secret/:step") { request, context in
            let window = try await window(context)
            let step = try context.parameters.require("step")
            let call = WindowCall(
                parts: parts, origin: context.origin, language: window.language, secret: try context.secret(), step: step,
                seen: request.seen, form: try await request.form())
            return switch window.purpose {
            case .consent(let window): try await ConsentCalls(call: call, window: window).answer()
            case .answer(let window): try await AnsweringCalls(call: call, window: window).answer()
            case .settings: try await SettingsCalls(call: call).answer()
            case .history: try await HistoryCalls(call: call).answer()
            case .authorization(let provider): try await AuthorizationCalls(call: call, provider: provider).answer()
            }
        }
        router.post("window/:secret/picture") { request, context in
            let open = try await window(context)
            guard case .answer(let window) = open.purpose, let width = request.uri.queryParameters["width"].flatMap({ Int($0) }) else {
                throw HTTPError(.notFound)
            }
            let pixels = try await request.body.collect(upTo: Self.pictureBytes)
            let call = WindowCall(
                parts: parts, origin: context.origin, language: open.language, secret: try context.secret(), step: "picture", seen: 0, form: [:])
            return await AnsweringCalls(call: call, window: window).answer(
                picture: Array(pixels.readableBytesView), width: width, isLinking: request.uri.queryParameters["remember"] != nil)
        }
        router.get("window/:secret/export") { _, context in
            let window = try await window(context)
            guard case .history = window.purpose else { throw HTTPError(.notFound) }
            let entries = try await parts.history.entries()
            return Answer.bytes(try HistoryExport.bytes(entries), "application/json", .exchange, context.origin)
        }
    }

    private func window(_ context: PagesContext) async throws -> Window {
        guard let window = await parts.windows.window(try context.secret()) else { throw HTTPError(.notFound) }
        return window
    }

    private func open(_ name: String, _ request: Request, _ context: PagesContext) async throws -> Response {
        let language = request.language
        let words = Wording.of(language)
        guard let (secret, purpose) = await parts.windows.open(name, try context.secret(), in: language) else {
            return parts.notice(words.alreadyOpen, words.alreadyOpenText, language, context.origin, status: .gone)
        }
        let call = WindowCall(parts: parts, origin: context.origin, language: language, secret: secret, step: "", seen: 0, form: [:])
        let content: String
        switch purpose {
        case .consent(let window):
            Task { await window.follow() }
            let isOfLinkedDevice = await window.isOfLinkedDevice
            content = parts.templates.text(ConsentContent(window.session.requester, isOfLinkedDevice: isOfLinkedDevice, in: words))
        case .answer(let window): content = main(AnsweringCalls(call: call, window: window).form(error: nil))
        case .settings: content = main(try await SettingsCalls(call: call).fragment())
        case .history: content = main(try await HistoryCalls(call: call).fragment())
        case .authorization(let provider): content = main(try await AuthorizationCalls(call: call, provider: provider).fragment())
        }
        let document = DocumentContent(
            language: language.rawValue, words: words, title: words.wallet, kind: name, script: .window, secret: secret.text,
            canCancel: name == "consent", content: content)
        return Answer.html(parts.templates.text(document), name == "answer" ? .answering : .window, context.origin)
    }

    private func main(_ fragment: String) -> String { #"<main id="stage">\#(fragment)</main>"# }
}
