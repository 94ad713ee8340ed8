import ArgumentParser
import NetworkAddressing
import NIOSSL
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
        return .authorities(try tlsRoot.flatMap(Self.certificates))
    }

    /// The certificates in a file. Anything else in it would show with the first server, as that server's fault.
    private static func certificates(_ path: String) throws -> [[UInt8]] {
        let certificates = try InputFile(path, for: "--tls-root").decoded().parts.map(\.bytes)
        guard certificates.allSatisfy({ (try? NIOSSLCertificate(bytes: $0, format: .der)) != nil }) else {
            throw CommandFailure("this is no certificate", at: path, mend: "give --tls-root a file with certificates and nothing else")
        }
        return certificates
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
