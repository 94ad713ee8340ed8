public import NetworkAddressing
import NIOPosix

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The resolver of the system, asked on a thread that may wait.
public struct SystemHostResolver: HostResolver {
    /// Makes a resolver.
    public init() {}

    /// Every address of a name, in the order of RFC 6724.
    public func addresses(of host: String) async throws -> [NetworkAddress] {
        try await NIOThreadPool.singleton.runIfActive { try Self.lookUp(host) }
    }

    private static func lookUp(_ host: String) throws(FetchError) -> [NetworkAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        // One entry for each address instead of one for each kind of socket.
        hints.ai_protocol = Int32(IPPROTO_TCP)
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &first) == 0, let first else {
            throw FetchError(.resolution, "the name \(host) could not be looked up")
        }
        defer { freeaddrinfo(first) }
        return sequence(first: first, next: { $0.pointee.ai_next }).compactMap { address(of: $0.pointee) }
    }

    private static func address(of entry: addrinfo) -> NetworkAddress? {
        guard let socket = entry.ai_addr else { return nil }
        switch entry.ai_family {
        case AF_INET:
            return socket.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
                withUnsafeBytes(of: pointer.pointee.sin_addr) { NetworkAddress(Array($0)) }
            }
        case AF_INET6:
            return socket.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
                withUnsafeBytes(of: pointer.pointee.sin6_addr) { NetworkAddress(Array($0)) }
            }
        default: return nil
        }
    }
}
