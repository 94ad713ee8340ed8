import Glibc

/// The program that a peer runs at this moment, opened: what is read of it is what runs, whatever becomes of its path.
package final class PeerProgram: Sendable {
    /// Where it was started from.
    package let path: String
    /// The open file.
    package let descriptor: CInt
    /// Its size in bytes.
    package let size: Int
    /// The number of the file system it is on.
    package let fileSystem: UInt64

    /// Opens the program of whoever is at the other end of a channel; nil where that cannot be told for sure.
    ///
    /// - Parameter peer: who it was when the channel was accepted.
    package init?(of peer: LocalPeer, behind channel: FrameChannel) {
        let handle = LocalPeer.handle(ofPeer: channel.descriptor)
        defer { if let handle { close(handle) } }
        let link = "/proc/\(peer.process)/exe"
        let file = open(link, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &path, path.count)
        var status = stat()
        // Only now: as long as the process lives, what was opened under its number was its program.
        let isSame = handle.map(LocalPeer.isAlive) ?? (peer.startTime != nil && LocalPeer.startTime(of: peer.process) == peer.startTime)
        guard isSame, count > 0, count < path.count, let text = String(validating: path[..<count], as: UTF8.self), fstat(file, &status) == 0 else {
            close(file)
            return nil
        }
        self.path = text
        descriptor = file
        size = Int(status.st_size)
        fileSystem = UInt64(status.st_dev)
    }

    deinit { close(descriptor) }
}
