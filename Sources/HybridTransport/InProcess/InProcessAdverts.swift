import Synchronization

/// Adverts within this process, in place of a radio.
public final class InProcessAdverts: AdvertSource, AdvertSink {
    private struct State {
        var listeners: [Int: AsyncStream<Advert>.Continuation] = [:]
        var next = 0
        var current: [Int: Advert] = [:]
    }

    private let state = Mutex(State())

    /// Starts with nobody near.
    public init() {}

    /// Hears those that are sent now and from now on.
    public func listen() async throws(HybridError) -> AsyncStream<Advert> {
        let (stream, continuation) = AsyncStream.makeStream(of: Advert.self, bufferingPolicy: .bufferingNewest(64))
        let (number, current) = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = continuation
            return (state.next, Array(state.current.values))
        }
        continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.listeners[number] = nil } }
        for advert in current { continuation.yield(advert) }
        return stream
    }

    /// Is heard until the task is cancelled.
    public func send(_ advert: Advert) async throws(HybridError) {
        let (number, listeners) = state.withLock { state in
            state.next += 1
            state.current[state.next] = advert
            return (state.next, Array(state.listeners.values))
        }
        for listener in listeners { listener.yield(advert) }
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
        state.withLock { $0.current[number] = nil }
    }
}
