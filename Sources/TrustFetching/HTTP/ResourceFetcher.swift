import Deadlines
public import NetworkAddressing

/// Fetches over https what a server of trust needs, and lets no more in than it must.
///
/// Bounded in time and size while it reads, decompressed content included. A name is looked up once for each hop, every
/// address it has must be one the profile accepts, and the connection goes to one of those and to no other, so that a name
/// that changes between check and use (DNS rebinding) leads nowhere else. Redirects are few, looked at like any address,
/// and never lead from https to http. Cookies are neither sent nor kept.
public struct ResourceFetcher: ResourceFetching {
    private let profile: NetworkProfile
    private let limits: FetchLimits
    private let proxy: ProxySettings
    private let trust: TransportTrust
    private let resolver: any HostResolver

    /// A name with more addresses is tried at the first of them only.
    private static let attempts = 3

    /// Makes a fetcher.
    ///
    /// - Parameters:
    ///   - profile: which addresses may be connected to; all but `production` are for tests.
    ///   - trust: the authorities of web servers.
    public init(
        profile: NetworkProfile = .production, limits: FetchLimits = FetchLimits(), proxy: ProxySettings = .none,
        trust: TransportTrust = .system, resolver: any HostResolver = SystemHostResolver()
    ) {
        self.profile = profile
        self.limits = limits
        self.proxy = proxy
        self.trust = trust
        self.resolver = resolver
    }

    /// Fetches over https, or over http what is signed itself, within the limits of its kind; every redirection is judged anew.
    public func fetch(
        _ address: String, as kind: ResourceKind, unless validators: ResourceValidators? = nil
    ) async throws(FetchError) -> FetchResult {
        let start = try ResourceAddress(address)
        guard start.scheme == .https || kind.permitsPlainHTTP else { throw FetchError(.scheme, "the address is not https") }
        do {
            let limit = limits.total
            return try await DeadlineRace.run(
                within: limit, late: FetchError(.timeout, "there was no complete answer within \(limit)"),
                cancelled: FetchError(.cancelled, "it is not wanted any more")
            ) {
                try await follow(start, kind, validators)
            }
        } catch {
            throw FetchError(error, from: start.host)
        }
    }

    private func follow(_ start: ResourceAddress, _ kind: ResourceKind, _ validators: ResourceValidators?) async throws -> FetchResult {
        var address = start
        var seen: Set<ResourceAddress> = [start]
        while true {
            switch try await ask(address, kind, validators) {
            case .result(let result): return result
            case .redirect(let location):
                let next = try ResourceAddress(location, relativeTo: address)
                try check(next, after: address, kind)
                guard seen.count <= limits.redirects, seen.insert(next).inserted else {
                    throw FetchError(.redirect, "\(start.host) redirects in a circle or more than \(limits.redirects) times")
                }
                address = next
            }
        }
    }

    private func check(_ next: ResourceAddress, after address: ResourceAddress, _ kind: ResourceKind) throws(FetchError) {
        guard next.scheme == .https || address.scheme == .http else {
            throw FetchError(.redirectScheme, "\(address.host) redirects from https to http")
        }
        guard !kind.staysOnHost || (next.host == address.host && next.port == address.port) else {
            throw FetchError(.redirectHost, "\(address.host) redirects to another host or port")
        }
    }

    /// Asks one server: looks its addresses up and tries them until one takes the connection.
    private func ask(_ address: ResourceAddress, _ kind: ResourceKind, _ validators: ResourceValidators?) async throws -> HTTPExchange.Outcome {
        if let literal = address.literal { try accept([literal], of: address.host) }
        if let server = proxy.server(for: address.host) {
            return try await exchange(address, kind, validators, proxy: server).run()
        }
        let targets = try await self.targets(of: address)
        var failure = FetchError(.resolution, "\(address.host) has no address")
        for target in targets.prefix(Self.attempts) {
            do {
                return try await exchange(address, kind, validators, target: target).run()
            } catch {
                failure = FetchError(error, from: address.host)
                guard failure.code == .connection, !Task.isCancelled else { throw failure }
            }
        }
        throw failure
    }

    private func exchange(
        _ address: ResourceAddress, _ kind: ResourceKind, _ validators: ResourceValidators?, target: NetworkAddress? = nil,
        proxy: ProxySettings.Server? = nil
    ) -> HTTPExchange {
        HTTPExchange(address: address, kind: kind, validators: validators, target: target, proxy: proxy, trust: trust, limits: limits)
    }

    private func targets(of address: ResourceAddress) async throws -> [NetworkAddress] {
        if let literal = address.literal { return [literal] }
        let found: [NetworkAddress]
        do {
            found = try await resolver.addresses(of: address.host)
        } catch {
            throw FetchError(.resolution, "the name \(address.host) could not be looked up")
        }
        try accept(found, of: address.host)
        return found
    }

    /// One address that is not accepted speaks against the name and not only against that address.
    private func accept(_ addresses: [NetworkAddress], of host: String) throws(FetchError) {
        guard addresses.allSatisfy(profile.accepts) else {
            throw FetchError(.privateAddress, "\(host) has an address that is not of the public internet")
        }
    }
}
