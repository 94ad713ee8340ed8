import NetworkAddressing
import TrustFetching

/// The resolver of the system, asked on the threads for proofs of domains.
struct ChallengeHostResolver: HostResolver {
    func addresses(of host: String) async throws -> [NetworkAddress] {
        let addresses = try await LookupThreads.run { NetworkAddress.lookUp(host) }
        guard !addresses.isEmpty else { throw FetchError(.resolution, "the name \(host) could not be looked up") }
        return addresses
    }
}
