import FuzzSupport
import HybridTransport
import MobileDocument
import NetworkAddressing

/// What name servers, redirects, proxies and addresses of pages say: each reader reads every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    if let texts = try? TXTAnswer.texts(in: bytes) { law(texts.count <= TXTAnswer.maximumTexts, "\(texts.count) texts in one answer") }
    let text = String(decoding: bytes, as: UTF8.self)
    checkAddress(text)
    checkTunnel(text)
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
