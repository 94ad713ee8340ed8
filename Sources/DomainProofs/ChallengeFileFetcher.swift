public import NetworkAddressing
public import Registrar
public import TrustFetching

/// Fetches the file of a challenge: over https, from the host that was named and no other, on an address of the public internet.
///
/// No proxy is used. What is proven is who answers at the domain's address, so this program must see that address itself.
public struct ChallengeFileFetcher: HTTPSFileFetcher {
    private let limits: FetchLimits
    private let trust: TransportTrust
    private let resolver: any HostResolver

    /// Makes a fetcher.
    ///
    /// - Parameters:
    ///   - trust: the authorities of web servers.
    ///   - resolver: looks names up; nil for the system's.
    public init(limits: FetchLimits = FetchLimits(redirects: 2), trust: TransportTrust = .system, resolver: (any HostResolver)? = nil) {
        self.limits = limits
        self.trust = trust
        self.resolver = resolver ?? SystemHostResolver(on: LookupThreads.pool)
    }

    /// Fetches the file at an https address, with host and address of the connection that gave it. One that is broken off ends with its lookup, which
    /// holds a thread until then.
    ///
    /// - Throws: `FetchError` where the network's rules or the limits forbid it, the server gives no file, or the file is too large.
    public func file(at url: String, profile: NetworkProfile, maximumBytes: Int) async throws -> FetchedFile {
        let lookups = AwaitedLookups(resolver)
        let fetcher = ResourceFetcher(profile: profile, limits: limits, trust: trust, resolver: lookups)
        let result: Result<FetchResult, FetchError>
        do throws(FetchError) { result = .success(try await fetcher.fetch(url, as: .domainChallenge)) } catch { result = .failure(error) }
        await lookups.end()
        guard case .fetched(let resource) = try result.get(), let address = resource.address else {
            throw FetchError(.status, "the server gave no file")
        }
        guard resource.content.count <= maximumBytes else { throw FetchError(.tooLarge, "the file has more than \(maximumBytes) bytes") }
        return FetchedFile(host: resource.host, address: address, content: resource.content)
    }
}
