import Registrar
import NetworkAddressing
import Synchronization

/// A small internet: what the owners of domains published.
final class Zone: TXTResolver, HTTPSFileFetcher {
    private struct State {
        var records: [String: [String]] = [:]
        var files: [String: FetchedFile] = [:]
        var silent: Set<String> = []
    }

    struct Missing: Error {}

    private let state = Mutex(State())
    /// Runs before each look-up.
    private let beforeLookup: @Sendable () async throws -> Void

    init(beforeLookup: @escaping @Sendable () async throws -> Void = {}) { self.beforeLookup = beforeLookup }

    func publish(record: String, _ text: String) { state.withLock { $0.records[record, default: []].append(text) } }

    func publish(url: String, host: String, _ text: String, address: NetworkAddress = .v4([93, 184, 216, 34])) {
        state.withLock { $0.files[url] = FetchedFile(host: host, address: address, content: Array(text.utf8)) }
    }

    /// Has look-ups of a record go on until they are called off.
    func silence(record: String) { state.withLock { _ = $0.silent.insert(record) } }

    func texts(of name: String) async throws -> [String] {
        try await beforeLookup()
        if state.withLock({ $0.silent.contains(name) }) { try await Task.sleep(for: .seconds(3_600)) }
        return state.withLock { $0.records[name] ?? [] }
    }

    func file(at url: String, profile: NetworkProfile, maximumBytes: Int) async throws -> FetchedFile {
        try await beforeLookup()
        guard let file = state.withLock({ $0.files[url] }) else { throw Missing() }
        return file
    }
}
