import ArgumentParser
import NetworkAddressing
import TrustFetching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `--network` and `--tls-root`: how far a command that fetches may reach.
struct NetworkOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Which addresses to connect to: production, or loopback-tests for a server on this machine.", valueName: "profile"),
        transform: ChoiceArgument.parse)
    var network: NetworkName = .production

    @Option(
        help: ArgumentHelp("Certificate that web servers must rest on, instead of those the system trusts; may be repeated.", valueName: "file"))
    var tlsRoot: [String] = []

    /// Which addresses may be connected to.
    var profile: NetworkProfile { network.profile }

    /// The authorities of web servers.
    func transportTrust() throws -> TransportTrust {
        guard !tlsRoot.isEmpty else { return .system }
        return .authorities(try tlsRoot.flatMap { try InputFile($0, for: "--tls-root").decoded().parts.map(\.bytes) })
    }

    /// A fetcher that heeds `HTTPS_PROXY` and `NO_PROXY`.
    func fetcher() throws -> ResourceFetcher {
        let proxy: ProxySettings
        do { proxy = try ProxySettings(environment: ProcessInfo.processInfo.environment) } catch {
            throw CommandFailure(error.reason, at: "HTTPS_PROXY", mend: "write it as http://host:port")
        }
        return ResourceFetcher(profile: profile, proxy: proxy, trust: try transportTrust())
    }
}
