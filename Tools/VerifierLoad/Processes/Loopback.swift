import Glibc

/// Ports of this machine.
enum Loopback {
    struct NoPort: Error, CustomStringConvertible {
        let description = "no free port between 20000 and 29999 on 127.0.0.1"
    }

    /// A port nobody listens at, below those the system gives to outgoing connections: it is still free after a restart.
    static func freePort() throws -> Int {
        for _ in 0..<100 {
            let port = Int.random(in: 20_000...29_999)
            if isFree(port) { return port }
        }
        throw NoPort()
    }

    /// Whether nobody listens at a port.
    static func isFree(_ port: Int) -> Bool {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { return false }
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 }
        }
    }
}
