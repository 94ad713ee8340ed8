import Synchronization
import TrustFetching

/// Publishers that answer as they are told.
final class ScriptedFetcher: ResourceFetching {
    private struct State {
        var contents: [String: [UInt8]] = [:]
        var silent: Set<String> = []
        var notModified: Set<String> = []
        var asked: [(address: String, validators: ResourceValidators?)] = []
    }

    private let state = Mutex(State())

    /// Publishes something, under a tag that is its length and first bytes; nil takes it off the network.
    func publish(_ content: [UInt8]?, at address: String) { state.withLock { $0.contents[address] = content } }

    /// From now on the publisher takes questions and answers none.
    func silence(_ address: String) { state.withLock { _ = $0.silent.insert(address) } }

    /// From now on the publisher says that nothing has changed, whatever it is asked.
    func answerNotModified(_ address: String) { state.withLock { _ = $0.notModified.insert(address) } }

    /// The addresses asked for.
    var asked: [String] { state.withLock { $0.asked.map(\.address) } }

    /// The last validators that were sent to an address.
    func validators(_ address: String) -> ResourceValidators? { state.withLock { $0.asked.last { $0.address == address }?.validators } }

    func fetch(_ address: String, as kind: ResourceKind, unless validators: ResourceValidators?) async throws(FetchError) -> FetchResult {
        let (content, isSilent, isNotModified) = state.withLock { state in
            state.asked.append((address, validators))
            return (state.contents[address], state.silent.contains(address), state.notModified.contains(address))
        }
        if isNotModified { return .notModified }
        while isSilent, !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
        guard let content else { throw FetchError(.connection, "there is no connection") }
        let tag = "\"\(content.hashValue)\""
        if validators?.entityTag == tag { return .notModified }
        return .fetched(FetchedResource(content: content, validators: ResourceValidators(entityTag: tag, lastModified: nil), host: "test"))
    }
}
