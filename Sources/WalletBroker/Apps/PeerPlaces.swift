import LocalSockets
import Synchronization

/// Places for connections at a socket of several users: each has a share, so that connections of one, idle or not, keep nobody else's programs out.
final class PeerPlaces: Sendable {
    private let share: Int
    private let taken = Mutex<[UInt32: Int]>([:])

    /// Divides so many places among so many users; each has one at least.
    init(_ places: Int, users: Int) { share = max(1, places / max(1, users)) }

    /// Takes a place of a user's; false where they have none left.
    func take(for user: UInt32) -> Bool {
        taken.withLock { taken in
            let count = taken[user, default: 0]
            if count < share { taken[user] = count + 1 }
            return count < share
        }
    }

    /// Gives a place back that was taken.
    func giveBack(for user: UInt32) { taken.withLock { $0[user, default: 1] -= 1 } }

    /// Serves a connection in a place of its user's; one that finds none is closed unheard.
    func serve(_ channel: FrameChannel, _ peer: LocalPeer, by connection: @Sendable (FrameChannel, LocalPeer) async -> Void) async {
        guard take(for: peer.user) else { return channel.close() }
        defer { giveBack(for: peer.user) }
        await connection(channel, peer)
    }
}
