import Glibc

/// Sockets that have a path for their address, or none at all.
package enum LocalAddress {
    /// Most bytes of a path.
    static let maximumPathBytes = 107

    /// Connects to whoever listens at a path.
    package static func connect(to path: String, maximumBytes: Int) throws(SocketFault) -> FrameChannel {
        FrameChannel(try connectedSocket(to: path), maximumBytes: maximumBytes)
    }

    /// Two connected sockets: a channel for ourselves, and a descriptor for a program that is started. The caller closes the latter.
    package static func pair(maximumBytes: Int) throws(SocketFault) -> (channel: FrameChannel, other: CInt) {
        var descriptors: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, CInt(streamType), 0, &descriptors) == 0 else { throw .system(errno) }
        return (FrameChannel(descriptors[0], maximumBytes: maximumBytes), descriptors[1])
    }

    static func connectedSocket(to path: String) throws(SocketFault) -> CInt {
        let descriptor = try streamSocket()
        guard try withAddress(path, { Glibc.connect(descriptor, $0, $1) }) == 0 else {
            let error = errno
            Glibc.close(descriptor)
            throw .system(error)
        }
        return descriptor
    }

    static func streamSocket() throws(SocketFault) -> CInt {
        let descriptor = socket(AF_UNIX, CInt(streamType), 0)
        guard descriptor >= 0 else { throw .system(errno) }
        return descriptor
    }

    static func withAddress(
        _ path: String, _ use: (UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) throws(SocketFault) -> CInt {
        guard (1...maximumPathBytes).contains(path.utf8.count), !path.utf8.contains(0) else { throw .path }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { use($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }

    private static let streamType = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue
}
