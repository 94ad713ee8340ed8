import Glibc
import OwnerOnlyFiles

/// A socket that listens at a path, for programs of its own user, or of users that are named.
package final class LocalListener: Sendable {
    private let descriptor: CInt
    private let path: String?
    private let users: Set<UInt32>

    private static let backlog: CInt = 128

    /// Listens at a path, in a folder that only its owner can enter. A socket that nobody listens at any more gives way.
    package convenience init(path: String, inFolder folder: String) throws(SocketFault) {
        do { try OwnerOnlyFolder.prepare(folder) } catch { throw .folder(error) }
        try self.init(at: folder + "/" + path, mode: 0o600, for: [geteuid()])
    }

    /// Listens for programs of other users, in a folder that only its owner can change.
    package convenience init(path: String, inSharedFolder folder: String, for users: Set<UInt32>) throws(SocketFault) {
        do { try OwnerOnlyFolder.prepareShared(folder) } catch { throw .folder(error) }
        try self.init(at: folder + "/" + path, mode: 0o666, for: users)
    }

    private init(at path: String, mode: mode_t, for users: Set<UInt32>) throws(SocketFault) {
        try Self.clear(path)
        descriptor = try LocalAddress.streamSocket()
        self.path = path
        self.users = users
        guard try LocalAddress.withAddress(path, { bind(descriptor, $0, $1) }) == 0, chmod(path, mode) == 0,
            listen(descriptor, Self.backlog) == 0
        else { throw .system(errno) }
        Self.unblock(descriptor)
    }

    /// Takes over a socket that listens already, as systemd hands them out.
    package init(listening descriptor: CInt) {
        self.descriptor = descriptor
        path = nil
        users = [geteuid()]
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        Self.unblock(descriptor)
    }

    deinit {
        if let path { unlink(path) }
        close(descriptor)
    }

    /// The next connection of a program of the users it is for. Those of others are closed unheard.
    package func accept(maximumBytes: Int) async throws(SocketFault) -> (channel: FrameChannel, peer: LocalPeer) {
        while true {
            let accepted = Glibc.accept(descriptor, nil, nil)
            guard accepted >= 0 else {
                let error = errno
                if Task.isCancelled { throw .closed }
                try await Self.wait(descriptor, after: error)
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
        case EAGAIN:
            await withTaskCancellationHandler { await Readiness.wait(descriptor, for: .reading) } onCancel: { _ = shutdown(descriptor, CInt(SHUT_RDWR)) }
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
        if let other = try? LocalAddress.connectedSocket(to: path) {
            close(other)
            throw .inUse
        }
        unlink(path)
    }
}
