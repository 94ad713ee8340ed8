import Glibc

/// Who is at the other end of a local socket, by the kernel's word.
package struct LocalPeer: Sendable, Hashable {
    /// The user.
    package let user: UInt32
    /// The process that connected.
    package let process: Int32
    /// The program that process runs, by its path; nil where that cannot be told for sure.
    package let program: String?

    /// As the kernel writes it (`struct ucred`, which the C library hides from Swift).
    private struct Credentials {
        var process: Int32 = 0
        var user: UInt32 = .max
        var group: UInt32 = .max
    }

    /// Linux 6.5; not yet in every header.
    private static let peerProcessDescriptor: CInt = 77

    /// Asks the kernel about a connected socket; nil where it does not say.
    package init?(of descriptor: CInt) {
        var credentials = Credentials()
        var size = socklen_t(MemoryLayout<Credentials>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return nil }
        user = credentials.user
        process = credentials.process
        program = Self.program(of: credentials.process, connectedBy: descriptor)
    }

    /// A number of a process can be given to another one. The kernel's handle of the process that connected cannot: as long as that one
    /// lives, what was read under its number was about it.
    private static func program(of process: Int32, connectedBy descriptor: CInt) -> String? {
        var handle: CInt = -1
        var size = socklen_t(MemoryLayout<CInt>.size)
        guard getsockopt(descriptor, SOL_SOCKET, peerProcessDescriptor, &handle, &size) == 0 else { return nil }
        defer { close(handle) }
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/\(process)/exe", &path, path.count)
        guard count > 0, count < path.count else { return nil }
        var ending = pollfd(fd: handle, events: Int16(POLLIN), revents: 0)
        guard poll(&ending, 1, 0) == 0 else { return nil }
        return String(validating: path[..<count], as: UTF8.self)
    }
}
