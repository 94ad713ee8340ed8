import Synchronization
import Testing

@testable import HybridTransport

@Suite("A channel after its handshake")
struct SecureChannelTests {
    @Test("However many send at once, and however slowly one message is taken, the other side opens all of them")
    func senders() async throws {
        let (client, authenticator) = try Handshakes.finished()
        let (near, far) = InProcessChannel.pair()
        let (sending, receiving) = (SecureChannel(UnevenChannel(near), keys: client), SecureChannel(far, keys: authenticator))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for value in 0..<20 { group.addTask { try await sending.send(.credentials([UInt8(value)])) } }
            try await group.waitForAll()
        }
        var seen: Set<HybridMessage> = []
        for _ in 0..<20 {
            let message = try await receiving.receive()
            seen.insert(message)
        }
        #expect(seen.count == 20)
    }
}

/// A channel that takes every other message late.
private final class UnevenChannel: DataChannel {
    private let channel: any DataChannel
    private let taken = Mutex(0)

    init(_ channel: any DataChannel) { self.channel = channel }

    func send(_ message: [UInt8]) async throws(HybridError) {
        let number = taken.withLock { taken in
            taken += 1
            return taken
        }
        if !number.isMultiple(of: 2) { for _ in 0..<100 { await Task.yield() } }
        try await channel.send(message)
    }

    func receive() async throws(HybridError) -> [UInt8]? { try await channel.receive() }

    func close() async { await channel.close() }
}
