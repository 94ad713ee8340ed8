public import NetworkAddressing
package import NIOPosix

/// The resolver of the system, asked on a thread that may wait.
public struct SystemHostResolver: HostResolver {
    private let threads: NIOThreadPool

    /// Makes a resolver.
    public init() { self.init(on: .singleton) }

    /// A resolver whose look-ups wait on threads of their own.
    package init(on threads: NIOThreadPool) { self.threads = threads }

    /// Every address of a name, in the order of RFC 6724.
    public func addresses(of host: String) async throws -> [NetworkAddress] {
        let addresses = try await threads.runIfActive { NetworkAddress.lookUp(host) }
        guard !addresses.isEmpty else { throw FetchError(.resolution, "the name \(host) could not be looked up") }
        return addresses
    }
}
