import Glibc
import OwnerOnlyFiles

/// A socket that listens at a path, for programs of its own user, or of users that are named.
package final class LocalListener: Sendable {
    private let descriptor: CInt
    /// What binding made; nil where systemd bound it, who goes on listening.
    private let file: (path: String, device: dev_t, number: ino_t)?
    private let users: Set<UInt32>

    private static let backlog: CInt = 128

    /// Listens at a path, in a folder that only its owner can enter. A socket that nobody listens at any more gives way.
    package convenience init(path: String, inFolder folder: String) throws(SocketFault) {
        let lock: CInt
        do {
            try OwnerOnlyFolder.prepare(folder)
            // Of two programs that start at once the later one sees a socket that listens, and none that is left or not ready yet.
            lock = try OwnerOnlyFolder.lock(folder)
        } catch {
            throw .folder(error)
        }
        defer { OwnerOnlyFolder.unlock(lock) }
        try self.init(at: folder + "/" + path, mode: 0o600, for: [geteuid()])
    }

    /// Listens for programs of other users, in a folder that only its owner can change. It is not locked: others, who can read it, could hold it.
    package convenience init(path: String, inSharedFolder folder: String, for users: Set<UInt32>) throws(SocketFault) {
        do { try OwnerOnlyFolder.prepareShared(folder) } catch { throw .folder(error) }
        try self.init(at: folder + "/" + path, mode: 0o666, for: users)
    }

    private init(at path: String, mode: mode_t, for users: Set<UInt32>) throws(SocketFault) {
        try Self.clear(path)
        let descriptor = try LocalAddress.streamSocket()
        do throws(SocketFault) {
            guard try LocalAddress.withAddress(path, { bind(descriptor, $0, $1) }) == 0 else { throw .system(errno) }
        } catch {
            close(descriptor)
            throw error
        }
        var status = stat()
        file = lstat(path, &status) == 0 ? (path: path, device: status.st_dev, number: status.st_ino) : nil
        self.descriptor = descriptor
        self.users = users
        guard chmod(path, mode) == 0, listen(descriptor, Self.backlog) == 0 else { throw .system(errno) }
        Self.unblock(descriptor)
    }

    /// Takes over a socket that listens already, as systemd hands them out.
    package init(listening descriptor: CInt) {
        self.descriptor = descriptor
        file = nil
        users = [geteuid()]
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        Self.unblock(descriptor)
    }

    deinit {
        var status = stat()
        // Another's socket may have taken its place.
        if let file, lstat(file.path, &status) == 0, (status.st_dev, status.st_ino) == (file.device, file.number) { unlink(file.path) }
        close(descriptor)
    }

    /// The next connection of a program of the users it is for. Those of others are closed unheard. Whoever cancels the task that accepts ends
    /// the listening, but for systemd's.
    package func accept(maximumBytes: Int) async throws(SocketFault) -> (channel: FrameChannel, peer: LocalPeer) {
        while true {
            guard !Task.isCancelled else {
                if file != nil { shutdown(descriptor, CInt(SHUT_RDWR)) }
                throw .closed
            }
            let accepted = Glibc.accept(descriptor, nil, nil)
            guard accepted >= 0 else {
                try await Self.wait(descriptor, after: errno)
                continue
            }
            _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
            let channel = FrameChannel(accepted, maximumBytes: maximumBytes)
            guard let peer = LocalPeer(of: accepted), users.contains(peer.user) else { continue }
            return (channel, peer)
        }
    }

    private static func wait(_ descriptor: CInt, after error: CInt) async throws(SocketFault) {
        switch error {
        case EINTR, ECONNABORTED: return
        case EAGAIN: await Readiness.waitForReading(descriptor)
        // Nothing is lost: whoever waits is taken when something else has closed.
        case EMFILE, ENFILE, ENOMEM, ENOBUFS: try? await Task.sleep(for: .milliseconds(100))
        default: throw .system(error)
        }
    }

    private static func unblock(_ descriptor: CInt) { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) }

    private static func clear(_ path: String) throws(SocketFault) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK, status.st_uid == geteuid() else { throw .occupied }
        do throws(SocketFault) { close(try LocalAddress.connectedSocket(to: path)) } catch .system(ECONNREFUSED), .system(ENOENT) {
            // Nobody listens. Whatever else the system says, as where rights were changed, somebody may.
            unlink(path)
            return
        }
        throw .inUse
    }
}
