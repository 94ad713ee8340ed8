import NetworkAddressing
import Synchronization
import TrustFetching

/// The lookups of one fetch, whose end can be awaited: a fetch that is broken off leaves its lookup to the thread that waits for it.
final class AwaitedLookups: HostResolver {
    private struct State {
        var isOver = false
        var last: Task<[NetworkAddress], any Error>?
    }

    private let resolver: any HostResolver
    private let state = Mutex(State())

    init(_ resolver: any HostResolver) { self.resolver = resolver }

    func addresses(of host: String) async throws -> [NetworkAddress] {
        let lookup = state.withLock { state -> Task<[NetworkAddress], any Error>? in
            guard !state.isOver else { return nil }
            let lookup = Task { [resolver] in try await resolver.addresses(of: host) }
            state.last = lookup
            return lookup
        }
        guard let lookup else { throw CancellationError() }
        return try await withTaskCancellationHandler {
            try await lookup.value
        } onCancel: {
            lookup.cancel()
        }
    }

    /// Waits until the last one has ended, whoever was called off. No other begins.
    func end() async {
        let last = state.withLock { state -> Task<[NetworkAddress], any Error>? in
            state.isOver = true
            return state.last
        }
        _ = await last?.result
    }
}
