/// A web origin in the ASCII serialization of the HTML standard: `scheme://host`, and `:port` where it is not the default.
///
/// Two origins are the same exactly when their serializations are. The server takes it from its own configuration,
/// the wallet from the platform; a page never supplies it.
public struct Origin: Sendable, Hashable, CustomStringConvertible {
    /// The serialization, such as `https://rentals.example` or `https://10.0.2.2:8000`.
    public let serialized: String

    /// Scheme in lower case, `https` or `http`.
    public let scheme: String
    /// Host in lower case; IPv6 in brackets.
    public let host: String
    /// Port, where it is not the scheme's default.
    public let port: UInt16?

    /// Reads an origin or the address of a site's root.
    ///
    /// Case, a default port and one trailing slash are normalised away. User information, a path, a query, a fragment
    /// and an opaque origin (`null`) are refused, and so are host names that are not ASCII: write those in `xn--` form,
    /// as browsers do.
    public init(_ text: String) throws(OriginError) {
        guard text != "null" else { throw .opaque }
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), text.utf8[colon...].starts(with: "://".utf8) else { throw .scheme }
        scheme = text[..<colon].lowercased()
        guard scheme == "https" || scheme == "http" else { throw .scheme }
        var authority = text[text.utf8.index(colon, offsetBy: 3)...]
        if authority.utf8.last == UInt8(ascii: "/") { authority = Substring(authority.utf8.dropLast()) }
        guard !authority.utf8.contains(where: "/\\?#".utf8.contains) else { throw .path }
        guard !authority.utf8.contains(UInt8(ascii: "@")) else { throw .userInformation }

        let (hostText, portText) = try Self.split(authority)
        host = try HostName.normalized(hostText)
        port = try Self.port(portText, scheme: scheme)
        serialized = scheme + "://" + host + (port.map { ":\($0)" } ?? "")
    }

    /// The serialization.
    public var description: String { serialized }

    /// Whether the origin is on this machine's loopback interface, where plain http may be allowed.
    public var isLoopback: Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" || (host.hasPrefix("127.") && HostName.isIPv4(host))
    }

    /// Whether requests may come from there: it is delivered over https, or from this machine's loopback.
    package var isSecure: Bool { scheme == "https" || isLoopback }

    private static func split(_ authority: Substring) throws(OriginError) -> (Substring, Substring?) {
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { throw .host }
            let host = authority[...end]
            let rest = authority[authority.index(after: end)...]
            if rest.isEmpty { return (host, nil) }
            guard rest.hasPrefix(":") else { throw .host }
            return (host, rest.dropFirst())
        }
        guard let colon = authority.lastIndex(of: ":") else { return (authority, nil) }
        return (authority[..<colon], authority[authority.index(after: colon)...])
    }

    private static func port(_ text: Substring?, scheme: String) throws(OriginError) -> UInt16? {
        guard let text, !text.isEmpty else { return nil }
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let port = UInt16(text) else {
            throw .port
        }
        return port == (scheme == "https" ? 443 : 80) ? nil : port
    }
}
