#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Through which HTTP proxy to fetch, and what goes without it.
///
/// A proxy is the operator's own choice. It connects for us, to http servers as well, and looks names up itself: where it
/// may lead is then for it to decide. Only addresses written out in a URL are checked here.
public struct ProxySettings: Sendable, Hashable {
    /// A proxy.
    struct Server: Sendable, Hashable {
        let host: String
        let port: Int
        let user: String?
        let password: String?
    }

    private let server: Server?
    /// Domains whose hosts are fetched from directly, in lower case and without a leading dot; `*` is all.
    private let exceptions: [String]

    /// No proxy.
    public static let none = ProxySettings(server: nil, exceptions: [])

    private init(server: Server?, exceptions: [String]) {
        self.server = server
        self.exceptions = exceptions
    }

    /// Uses a proxy.
    ///
    /// - Parameters:
    ///   - url: `http://host:port`, with `user:password@` where it asks for them.
    ///   - exceptions: hosts and domains to fetch from directly.
    public init(_ url: String, except exceptions: [String] = []) throws(FetchError) {
        let text = url.contains("://") ? url : "http://\(url)"
        guard let parts = URLComponents(string: text), parts.scheme?.lowercased() == "http", let host = parts.encodedHost, !host.isEmpty else {
            throw FetchError(.proxy, "the proxy is not written as http://host:port")
        }
        let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        self.init(
            server: Server(host: bare, port: parts.port ?? 3_128, user: parts.user, password: parts.password),
            exceptions: exceptions.map { entry in
                let name = entry.lowercased().filter { $0 != " " }
                return name.hasPrefix(".") ? String(name.dropFirst()) : name
            }.filter { !$0.isEmpty })
    }

    /// Reads `HTTPS_PROXY` and `NO_PROXY`, or the same in lower case. For programs: a library's behaviour must not hang on its
    /// surroundings.
    public init(environment: [String: String]) throws(FetchError) {
        guard let url = environment["HTTPS_PROXY"] ?? environment["https_proxy"], !url.isEmpty else {
            self = .none
            return
        }
        try self.init(url, except: (environment["NO_PROXY"] ?? environment["no_proxy"] ?? "").split(separator: ",").map(String.init))
    }

    /// The proxy for a host; nil where none is used.
    func server(for host: String) -> Server? {
        exceptions.contains { $0 == "*" || host == $0 || host.hasSuffix(".\($0)") } ? nil : server
    }
}

extension ProxySettings: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Host and port, never the password.
    public var description: String { server.map { "proxy \($0.host):\($0.port)" } ?? "no proxy" }
    /// The same.
    public var debugDescription: String { description }
    /// No children, so nothing prints the password by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
