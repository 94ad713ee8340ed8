import NIOHTTP1
import NetworkAddressing

/// For whom a proxy connects, as it says: the last entry, for the ones before it are whoever's who asked the proxy.
enum ForwardedAddress {
    /// Reads `Forwarded` (RFC 7239) and `X-Forwarded-For`; nil where neither ends with an address, or the two differ: a proxy sets one of
    /// them, and hands on whatever somebody wrote into the other.
    static func last(in headers: HTTPHeaders) -> NetworkAddress? {
        let (standard, usual) = (headers[canonicalForm: "forwarded"].last, headers[canonicalForm: "x-forwarded-for"].last)
        let addresses = [standard.map { address(ofElement: $0) }, usual.map { address($0) }].compactMap { $0 }
        return addresses.allSatisfy { $0 == addresses.first } ? addresses.first ?? nil : nil
    }

    /// The address of `for=192.0.2.1;proto=https` or `For="[2001:db8::1]:4711"`.
    private static func address(ofElement element: Substring) -> NetworkAddress? {
        for pair in element.split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimming(while: \.isWhitespace) }
            if parts.count == 2, parts[0].lowercased() == "for" { return address(parts[1].trimming { $0 == "\"" }) }
        }
        return nil
    }

    /// An address, alone or with a port.
    private static func address(_ text: Substring) -> NetworkAddress? {
        if text.first == "[" { return text.dropFirst().split(separator: "]", maxSplits: 1).first.flatMap { NetworkAddress(String($0)) } }
        return NetworkAddress(String(text)) ?? text.split(separator: ":", maxSplits: 1).first.flatMap { NetworkAddress(String($0)) }
    }
}

extension Substring {
    fileprivate func trimming(while isTrimmed: (Character) -> Bool) -> Substring {
        var text = self.drop(while: isTrimmed)
        while let last = text.last, isTrimmed(last) { text.removeLast() }
        return text
    }
}
