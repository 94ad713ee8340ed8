import FuzzSupport
import HybridTransport
import MobileDocument
import NetworkAddressing

/// What name servers, redirects, browsers and addresses of pages say: each reader reads every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    if let texts = try? TXTAnswer.texts(in: bytes) { law(texts.count <= TXTAnswer.maximumTexts, "\(texts.count) texts in one answer") }
    let text = String(decoding: bytes, as: UTF8.self)
    checkAddress(text)
    checkTunnel(text)
    checkRedirection(text)
    checkLanguage(text)
    checkShown(text)
    return 0
}

private let base = try? ResourceAddress("https://lists.example/a/b?c")

private func checkAddress(_ text: String) {
    for address in [try? ResourceAddress(text), try? ResourceAddress(text, relativeTo: base)].compactMap { $0 } {
        law((1...65_535).contains(address.port), "a port that does not exist")
        law(address.host == address.host.lowercased() && !address.host.isEmpty, "a host in two spellings")
        law(address.literal == NetworkAddress(address.host), "an address passes for a name")
        let again = try? ResourceAddress(address.text)
        let isThere = again?.scheme == address.scheme && again?.host == address.host && again?.port == address.port
        law(isThere, "read again it is elsewhere: \(address.text)")
    }
    guard let address = NetworkAddress(text) else { return }
    law(NetworkAddress(address.description) == address, "the address is written differently: \(address)")
}

private func checkTunnel(_ text: String) {
    if let route = TunnelRoute(path: text) { law(TunnelRoute(path: route.path) == route, "the path is written differently: \(route.path)") }
    if let address = TunnelAddress(text) { law(!address.host.isEmpty && (1...65_535).contains(address.port), "a service at no place") }
}

/// What a place takes of the program that connects to it.
enum TunnelDialer {
    static let port = 443
}

private let place = TunnelPlace(
    host: "tunnel.example", address: TunnelAddress(host: "127.0.0.1", port: 8443),
    path: "/cable/connect/0a0b0c/11111111111111111111111111111111")

/// A tunnel service sends a client to another path of its own, or over TLS to a host that it names.
private func checkRedirection(_ location: String) {
    guard let next = place.redirected(to: location) else { return }
    law(next.path.utf8.first == UInt8(ascii: "/"), "a path that does not begin with a slash: \(next.path)")
    if next.address == place.address {
        law(next.host == place.host && next.path == location, "another path of the same service is somebody else's: \(next)")
        return
    }
    let begins = ["https://", "wss://"].map { $0 + next.host.lowercased() }
    law(begins.contains { location.lowercased().hasPrefix($0) }, "a client is sent to a host that is not named, or without TLS: \(next)")
    law(next.address.host == next.host && (1...65_535).contains(next.address.port), "a service at no place: \(next)")
    law(NetworkAddress(next.host) == nil && next.host.utf8.allSatisfy { $0 < 0x80 }, "a service that has no name: \(next)")
    let last = next.host.split(separator: ".", omittingEmptySubsequences: false).last
    law(last?.first?.isNumber == false, "a host that resolvers take for an address: \(next)")
    law(location.hasSuffix(next.path) && !next.path.contains("#"), "another path than is named: \(next)")
}

/// A browser's languages: what is used is one of them, or else English, unless a page is asked for in one.
private func checkLanguage(_ header: String) {
    let language = Language.preferred(named: nil, accepting: header)
    law(language == .english || header.lowercased().contains(language.rawValue), "a language that nobody named: \(language)")
    law(Language.preferred(named: language.rawValue, accepting: header) == language, "a page in another language than asked for")
    _ = Language.preferred(named: header, accepting: nil)
}

/// A page's address as people see it.
private func checkShown(_ text: String) {
    if let name = Punycode.decode(label: text) {
        law(name.unicodeScalars.count <= 63, "a label of \(name.unicodeScalars.count) letters")
        if let plain = LookAlike.of(name) { law(plain.utf8.allSatisfy { $0 < 0x80 }, "a name in plain letters that has others") }
        _ = LookAlike.mixesScripts(name)
    }
    guard let origin = try? Origin(text) else { return }
    let shown = ShownOrigin(origin.serialized)
    law(shown.parts.before + shown.parts.owned + shown.parts.after == origin.serialized, "the address is not shown in full")
    law(!shown.parts.owned.isEmpty, "nobody stands behind the page")
    law((shown.unicode == nil) == (shown.warning == nil), "other letters without a warning")
}
