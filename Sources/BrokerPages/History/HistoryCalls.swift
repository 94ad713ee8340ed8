import Hummingbird

/// What the history asks for.
struct HistoryCalls: Sendable {
    let call: WindowCall

    func answer() async throws -> Response {
        let history = call.parts.history
        switch call.step {
        case "delete":
            guard let number = Int64(try call.field("entry")) else { throw HTTPError(.badRequest) }
            try await history.delete(number)
        case "delete-all": try await history.deleteAll()
        default: throw HTTPError(.notFound)
        }
        return call.answer(try await fragment())
    }

    func fragment() async throws -> String {
        let entries = try await call.parts.history.entries()
        return call.fragment(HistoryContent(entries, export: "/window/\(call.secret.text)/export", names: call.names, in: call.language))
    }
}
