/// An origin as people see it: always in full, with what could deceive them about it.
struct ShownOrigin: Hashable, Sendable {
    /// In its serialized form, which is what machines compare.
    let text: String
    /// Host and port alone.
    let host: String
    /// The host in its own letters, if these are not what travels.
    let unicode: String?
    let warning: OriginWarning?

    init(_ origin: String) {
        text = origin
        host = origin.firstRange(of: "://").map { String(origin[$0.upperBound...]) } ?? origin
        let name = host.prefix { $0 != ":" }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let decoded = labels.map { Punycode.decode(label: $0) ?? $0 }
        guard decoded != labels else {
            (unicode, warning) = (nil, nil)
            return
        }
        unicode = decoded.joined(separator: ".")
        let plain = decoded.map { LookAlike.of($0) ?? $0 }
        if plain.joined().utf8.allSatisfy({ $0 < 0x80 }) {
            warning = .looksLike(plain.joined(separator: "."))
        } else {
            warning = decoded.contains(where: LookAlike.mixesScripts) ? .mixesScripts : .isInternational
        }
    }
}
