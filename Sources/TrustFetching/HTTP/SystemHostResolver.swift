public import NetworkAddressing
package import NIOPosix

/// The resolver of the system, asked on a thread that may wait.
public struct SystemHostResolver: HostResolver {
    /// Apart from those on which the program waits for files: a slow name server must not hold up how the trust store is read.
    private static let ownThreads: NIOThreadPool = {
        let pool = NIOThreadPool(numberOfThreads: 16)
        pool.start()
        return pool
    }()

    private let threads: NIOThreadPool

    /// Makes a resolver.
    public init() { self.init(on: Self.ownThreads) }

    /// A resolver whose look-ups wait on threads of their own.
    package init(on threads: NIOThreadPool) { self.threads = threads }

    /// Every address of a name, in the order of RFC 6724.
    public func addresses(of host: String) async throws -> [NetworkAddress] {
        let addresses = try await threads.runIfActive { NetworkAddress.lookUp(host) }
        guard !addresses.isEmpty else { throw FetchError(.resolution, "the name \(host) could not be looked up") }
        return addresses
    }
}
