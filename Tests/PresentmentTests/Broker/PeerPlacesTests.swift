import Testing

@testable import LocalSockets
@testable import WalletBroker

@Suite("Places at a socket of several users")
struct PeerPlacesTests {
    private static let limit = 16

    /// A program of a user, and the task that serves it: whatever it says comes back.
    private static func connect(to places: PeerPlaces, as user: UInt32) throws -> (program: FrameChannel, serving: Task<Void, Never>) {
        let (program, other) = try LocalAddress.pair(maximumBytes: limit)
        let channel = FrameChannel(other, maximumBytes: limit)
        let serving = Task {
            await places.serve(channel, LocalPeer(user: user, process: 1, startTime: nil, program: nil)) { channel, _ in
                while let frame = try? await channel.receive() { try? await channel.send(frame) }
            }
        }
        return (program, serving)
    }

    private static func isServed(_ program: FrameChannel) async throws -> Bool {
        try await program.send([1])
        return try await program.receive() == [1]
    }

    @Test("A user's idle connections fill that user's share and no more: the next of theirs is closed unheard, and another user's is served")
    func shares() async throws {
        let places = PeerPlaces(8, users: 2)
        var idle: [(program: FrameChannel, serving: Task<Void, Never>)] = []
        for _ in 1...4 {
            let connection = try Self.connect(to: places, as: 1)
            #expect(try await Self.isServed(connection.program))
            idle.append(connection)
        }
        let refused = try Self.connect(to: places, as: 1)
        #expect(try await refused.program.receive() == nil)
        let other = try Self.connect(to: places, as: 2)
        #expect(try await Self.isServed(other.program))
        // A place is free again once its connection is over.
        idle[0].program.close()
        await idle[0].serving.value
        let next = try Self.connect(to: places, as: 1)
        #expect(try await Self.isServed(next.program))
        for connection in idle + [other, next] {
            connection.program.close()
            await connection.serving.value
        }
    }

    @Test("Each of more users than there are places has one")
    func manyUsers() {
        let places = PeerPlaces(8, users: 9)
        for user in UInt32(1)...9 { #expect([places.take(for: user), places.take(for: user)] == [true, false]) }
    }
}
