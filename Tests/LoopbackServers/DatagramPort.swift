import Foundation
import Synchronization

/// A port of this machine for datagrams.
public enum DatagramPort {
    private static let given = Mutex<Set<Int>>([])

    /// One that is free, below those that the system gives to anybody who names none. None is given twice: whoever got it may not have it yet.
    public static func free() throws -> Int {
        for _ in 0..<100 {
            let port = Int.random(in: 20_000..<32_768)
            guard given.withLock({ $0.insert(port).inserted }) else { continue }
            let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
            defer { close(descriptor) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            address.sin_port = in_port_t(port).bigEndian
            let isBound = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 }
            }
            if isBound { return port }
        }
        throw POSIXError(.EADDRINUSE)
    }
}
