import MobileDocument

/// An origin somebody gave, and the ways in which the other side may have written it differently.
struct OriginVariants {
    struct Variant {
        let text: String
        let deviation: String
    }

    /// As given.
    let given: String
    /// Nil when it is no origin.
    let origin: Origin?
    let error: OriginError?

    init(_ given: String) {
        self.given = given
        do throws(OriginError) {
            origin = try Origin(given)
            error = nil
        } catch {
            origin = nil
            self.error = error
        }
    }

    /// Spellings people get wrong, each once and never the right one.
    var nearMisses: [Variant] {
        var variants: [Variant] = []
        func add(_ text: String, _ deviation: String) {
            guard text != origin?.serialized, !variants.contains(where: { $0.text == text }) else { return }
            variants.append(Variant(text: text, deviation: deviation))
        }
        add(given, "the origin went into the hash as it was typed; normalise it first")
        guard let origin = origin ?? withoutPath else { return variants }
        let serialized = origin.serialized
        let isSecure = origin.scheme == "https"
        add(serialized, "the origin went into the hash without its path, as it should; configure it without one")
        add(serialized + "/", "the origin has a trailing slash; an origin ends after host and port")
        let port = origin.port.map { ":\($0)" } ?? ""
        if port.isEmpty {
            add(
                serialized + (isSecure ? ":443" : ":80"), "the default port is written out; an origin leaves it away")
        } else {
            add("\(origin.scheme)://\(origin.host)", "the port is missing; only the scheme's default port is left away")
        }
        add(
            "\(isSecure ? "http" : "https")://\(origin.host)\(port)",
            "the scheme is \(isSecure ? "http" : "https"), not \(origin.scheme)")
        add("\(origin.scheme)://\(origin.host.uppercased())\(port)", "the host is in upper case; an origin has it in lower case")
        add("\(origin.host)\(port)", "the scheme is missing")
        add("origin:\(serialized)", "the prefix origin: belongs to other fields, not to the transcript")
        if origin.host.hasPrefix("www.") {
            add("\(origin.scheme)://\(origin.host.dropFirst(4))\(port)", "the request came from the site without www.")
        } else if !origin.host.hasPrefix("["), origin.host.contains(".") {
            add("\(origin.scheme)://www.\(origin.host)\(port)", "the request came from the site with www.")
        }
        return variants
    }

    /// What is left of an address when path, query and fragment are cut off.
    private var withoutPath: Origin? {
        guard let start = given.firstRange(of: "://")?.upperBound else { return nil }
        let end = given[start...].firstIndex { "/?#".contains($0) } ?? given.endIndex
        return try? Origin(String(given[..<end]))
    }
}
