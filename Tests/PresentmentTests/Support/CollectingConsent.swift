import Synchronization
import WalletBroker

/// Takes the requests a broker would show, for a test to decide.
final class CollectingConsent: ConsentHost {
    static let window = "http://wallet.localhost:1/consent"

    private let stream: AsyncStream<any ConsentSession>
    private let continuation: AsyncStream<any ConsentSession>.Continuation

    private let count = Mutex(0)
    /// How many requests were shown.
    var shown: Int { count.withLock { $0 } }

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func show(_ session: any ConsentSession) async -> String? {
        count.withLock { $0 += 1 }
        continuation.yield(session)
        return Self.window
    }

    /// No request comes any more.
    func end() { continuation.finish() }

    /// The next request.
    func next() async throws -> any ConsentSession {
        for await session in stream { return session }
        throw CancellationError()
    }
}
