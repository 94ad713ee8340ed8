import Glibc

/// A program that a peer runs, opened: what is read of it is what runs, whatever becomes of its path. Whoever opens it closes it.
///
/// Its file system may keep whoever opens, reads or closes it waiting for as long as it likes.
package struct PeerProgram: Sendable {
    /// Which file it is, as it was when it was opened.
    package struct File: Sendable, Hashable {
        private let fileSystem: UInt64
        private let number: UInt64
        private let changeSeconds: Int
        private let changeNanoseconds: Int
        /// Its size in bytes.
        package let size: Int

        fileprivate init(_ status: stat) {
            fileSystem = UInt64(status.st_dev)
            number = UInt64(status.st_ino)
            changeSeconds = status.st_ctim.tv_sec
            changeNanoseconds = status.st_ctim.tv_nsec
            size = Int(status.st_size)
        }
    }

    /// The open file.
    package let descriptor: CInt
    /// Which file that is.
    package let file: File

    /// Opens the program of whoever is at the other end of a channel; nil where that cannot be told for sure.
    ///
    /// - Parameters:
    ///   - peer: who it was when the channel was accepted.
    ///   - path: where the program was started from; nil is returned for any other.
    package init?(of peer: LocalPeer, startedFrom path: String, behind channel: FrameChannel) {
        let handle = LocalPeer.handle(ofPeer: channel.descriptor)
        defer { if let handle { Glibc.close(handle) } }
        let file = open("/proc/\(peer.process)/exe", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        let isThere = peer.currentPath == path
        // Only now: as long as the process lives, what was opened under its number was its program.
        let isSame = handle.map(LocalPeer.isAlive) ?? (peer.startTime != nil && LocalPeer.startTime(of: peer.process) == peer.startTime)
        guard isThere, isSame else {
            Glibc.close(file)
            return nil
        }
        self.init(opened: file)
    }

    /// Takes an open file over; nil where it is none.
    package init?(opened descriptor: CInt) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            Glibc.close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        file = File(status)
    }

    /// Closes the file, once.
    package func close() { Glibc.close(descriptor) }
}
