import NetworkAddressing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A URL that something can be fetched from, taken apart and checked.
struct ResourceAddress: Sendable, Hashable {
    enum Scheme: String, Sendable {
        case https
        case http

        var standardPort: Int { self == .https ? 443 : 80 }
    }

    private static let maximumLength = 2_048

    let scheme: Scheme
    /// In lower case; an IPv6 address without its brackets.
    let host: String
    let port: Int
    /// The address itself, where the host is one.
    let literal: NetworkAddress?
    private let target: String

    /// Reads an absolute URL, or a redirect's, which may be relative to where it came from.
    init(_ text: String, relativeTo base: ResourceAddress? = nil) throws(FetchError) {
        guard text.utf8.count <= Self.maximumLength, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw FetchError(.address, "the address has blanks, letters beyond ASCII or more than \(Self.maximumLength) characters")
        }
        // The encoded host is as it was written. The percent-encoded one has the letters that an international name (`xn--`) stands for.
        guard let url = URL(string: text, relativeTo: base.flatMap { URL(string: $0.text) })?.absoluteURL,
            let parts = URLComponents(url: url, resolvingAgainstBaseURL: true), let name = parts.encodedHost, !name.isEmpty
        else { throw FetchError(.address, "the address is not a URL with a host") }
        guard let scheme = parts.scheme.flatMap({ Scheme(rawValue: $0.lowercased()) }) else {
            throw FetchError(.scheme, "the address is neither https nor http")
        }
        guard parts.user == nil, parts.password == nil else { throw FetchError(.address, "the address carries a user name or a password") }
        self.scheme = scheme
        // Brackets hold IPv6 addresses (RFC 3986, 3.2.2); Foundation lets names and everything else stand in them.
        let isBracketed = name.hasPrefix("[") && name.hasSuffix("]")
        host = (isBracketed ? String(name.dropFirst().dropLast()) : name).lowercased()
        literal = NetworkAddress(host)
        guard isBracketed ? literal != nil && host.contains(":") : literal != nil || Self.isName(host) else { throw FetchError(.address, "the address does not name a host") }
        port = parts.port ?? scheme.standardPort
        guard (1...65_535).contains(port) else { throw FetchError(.address, "the address names no port that exists") }
        let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
        target = path + (parts.percentEncodedQuery.map { "?\($0)" } ?? "")
    }

    /// The URL, in the one way of writing it.
    var text: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return "\(scheme.rawValue)://\(name)\(port == scheme.standardPort ? "" : ":\(port)")\(target)"
    }

    /// Labels of letters, digits and hyphens. The last one must not be a number: resolvers read `127.1` as an address.
    private static func isName(_ host: String) -> Bool {
        let labels = host.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard host.utf8.count <= 253, let last = labels.last, let first = last.first, !(0x30...0x39).contains(first) else { return false }
        return labels.allSatisfy { label in
            (1...63).contains(label.count)
                && label.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F }
        }
    }
}
