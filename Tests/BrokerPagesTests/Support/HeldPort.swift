import Glibc
import NIOCore

/// A port of one of this machine's addresses at which another program listens, until it is gone.
final class HeldPort {
    let number: Int
    private let descriptor: CInt

    /// Nil where somebody else has it, or this machine has no such address.
    ///
    /// - Parameter port: 0 for any that is free.
    init?(_ address: String, port: Int = 0) {
        guard let place = try? SocketAddress(ipAddress: address, port: port) else { return nil }
        let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = address.contains(":") ? socket(AF_INET6, kind, 0) : socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { return nil }
        var isReusing: CInt = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isReusing, socklen_t(MemoryLayout<CInt>.size))
        guard place.withSockAddr({ bind(descriptor, $0, socklen_t($1)) }) == 0, listen(descriptor, 1) == 0, let number = Self.port(of: descriptor) else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        self.number = number
    }

    deinit { close(descriptor) }

    /// Both kinds of addresses have their port in the same place.
    private static func port(of descriptor: CInt) -> Int? {
        var name = [UInt8](repeating: 0, count: MemoryLayout<sockaddr_in6>.size)
        var size = socklen_t(name.count)
        let isNamed = name.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { getsockname(descriptor, $0.baseAddress, &size) }
        }
        return isNamed == 0 ? Int(name[2]) << 8 | Int(name[3]) : nil
    }
}
