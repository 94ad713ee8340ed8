import Hummingbird

/// What the history asks for.
struct HistoryCalls: Sendable {
    let call: WindowCall

    func answer() async throws -> Response {
        let history = call.parts.history
        switch call.step {
        case "delete": try await history.delete([try call.field("entry")])
        case "delete-all": try await history.delete(Set(try await history.entries().map(\.identifier)))
        default: throw HTTPError(.notFound)
        }
        return call.answer(try await fragment())
    }

    func fragment() async throws -> String {
        call.fragment(
            HistoryContent(try await call.parts.history.entries(), export: "/window/\(call.secret.text)/export", in: call.language))
    }
}
