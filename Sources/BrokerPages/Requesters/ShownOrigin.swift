import PublicSuffixes
import TextEncodings

/// An origin as people see it: always in full, with what could deceive them about it.
struct ShownOrigin: Hashable, Sendable {
    /// In its serialized form, which is what machines compare.
    let text: String
    /// Host and port alone.
    let host: String
    /// The host in its own letters, if these are not what travels. Those that nobody sees, or that turn the writing around, stand there by their
    /// numbers: a browser need not refuse such a name, and the sentence that names it would read otherwise.
    let unicode: String?
    let warning: OriginWarning?

    /// The text in three parts, the middle one being what somebody registered: who stands behind the page. The whole host where nobody can
    /// have registered it, as on this machine.
    var parts: (before: String, owned: String, after: String) {
        let begin = text.index(text.endIndex, offsetBy: -host.count)
        let name = host.lastIndex(of: "]").map { host[...$0] } ?? host.prefix { $0 != ":" }
        let isAddress = name.allSatisfy { !$0.isLetter }
        let owned = isAddress ? String(name) : Self.registered(in: name) ?? String(name)
        let end = text.index(begin, offsetBy: name.count)
        let first = text.index(end, offsetBy: -owned.count)
        return (String(text[..<first]), String(text[first..<end]), String(text[end...]))
    }

    /// What somebody registered of a name. The dot of the root, which a name may end in, is nobody's, and goes with it.
    private static func registered(in name: Substring) -> String? {
        guard name.hasSuffix(".") else { return RegistrableDomain.containing(String(name)) }
        return RegistrableDomain.containing(String(name.dropLast())).map { $0 + "." }
    }

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
        unicode = decoded.map(\.escapingInvisible).joined(separator: ".")
        let plain = decoded.map { LookAlike.of($0) ?? $0 }
        if plain.joined().utf8.allSatisfy({ $0 < 0x80 }) {
            warning = .looksLike(plain.joined(separator: "."))
        } else {
            warning = decoded.contains(where: LookAlike.mixesScripts) ? .mixesScripts : .isInternational
        }
    }
}
