import Synchronization
import TrustFetching

/// Servers that have what a test publishes, and remember what they were asked for.
final class PublishedFiles: ResourceFetching {
    private struct State {
        var contents: [String: [UInt8]] = [:]
        var asked: [String] = []
    }

    private let state = Mutex(State())

    /// Publishes something; nil takes it away.
    func publish(_ content: [UInt8]?, at address: String) { state.withLock { $0.contents[address] = content } }

    /// The addresses asked for.
    var asked: [String] { state.withLock { $0.asked } }

    func fetch(_ address: String, as kind: ResourceKind, unless validators: ResourceValidators?) async throws(FetchError) -> FetchResult {
        let content = state.withLock { state in
            state.asked.append(address)
            return state.contents[address]
        }
        guard let content else { throw FetchError(.connection, "there is no connection") }
        return .fetched(FetchedResource(content: content, host: "test"))
    }
}
