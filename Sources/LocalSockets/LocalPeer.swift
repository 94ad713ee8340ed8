import Glibc

/// Who is at the other end of a local socket, by the kernel's word.
package struct LocalPeer: Sendable, Hashable {
    /// The user.
    package let user: UInt32
    /// The process that connected.
    package let process: Int32
    /// When that process was started, in ticks since the machine was: with its number it names a process where the kernel has no handles.
    package let startTime: UInt64?
    /// The program that process runs, by its path; nil where that cannot be told for sure.
    package let program: String?
}

extension LocalPeer {
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
        startTime = Self.startTime(of: credentials.process)
        program = Self.program(of: credentials.process, connectedBy: descriptor)
    }

    /// The kernel's handle of the process that connected; the caller closes it. Nil where the kernel is too old, or the process is gone.
    static func handle(ofPeer descriptor: CInt) -> CInt? {
        var handle: CInt = -1
        var size = socklen_t(MemoryLayout<CInt>.size)
        return getsockopt(descriptor, SOL_SOCKET, peerProcessDescriptor, &handle, &size) == 0 ? handle : nil
    }

    /// The 22nd field of `/proc/PID/stat`; the second one is a name in parentheses that may hold anything.
    static func startTime(of process: Int32) -> UInt64? {
        let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &bytes, bytes.count)
        guard count > 0, let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = bytes[(end + 1)..<count].split(separator: UInt8(ascii: " "))
        return fields.count > 19 ? UInt64(String(decoding: fields[19], as: UTF8.self)) : nil
    }

    /// Whether the process of a handle has not ended.
    static func isAlive(_ handle: CInt) -> Bool {
        var ending = pollfd(fd: handle, events: Int16(POLLIN), revents: 0)
        return poll(&ending, 1, 0) == 0
    }

    /// A number of a process can be given to another one. The kernel's handle of the process that connected cannot: as long as that one
    /// lives, what was read under its number was about it.
    private static func program(of process: Int32, connectedBy descriptor: CInt) -> String? {
        guard let handle = handle(ofPeer: descriptor) else { return nil }
        defer { close(handle) }
        let start = path(ofProgramOf: process)
        return isAlive(handle) ? start : nil
    }

    /// Where the program that a process runs at this moment was started from. No file is opened for that, nor its file system asked.
    private static func path(ofProgramOf process: Int32) -> String? {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/\(process)/exe", &path, path.count)
        guard count > 0, count < path.count else { return nil }
        return String(validating: path[..<count], as: UTF8.self)
    }

    /// Where the program was started from that a process of the peer's number runs at this moment.
    package var currentPath: String? { Self.path(ofProgramOf: process) }
}
