import IdentityElements

/// A language of the pages: those in which documents and their elements have names.
typealias Language = DisplayLanguage

extension Language {
    /// The language to use: the one asked for by name, else the first the person's browser prefers, else English.
    static func preferred(named name: String?, accepting header: String?) -> Language {
        if let name, let language = Language(known: name) { return language }
        let ranges = (header ?? "").split(separator: ",").map { range in
            let parts = range.split(separator: ";").map { $0.trimmingPrefix(while: \.isWhitespace) }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return (tag: String(parts.first ?? ""), quality: quality)
        }
        let wanted = ranges.enumerated().sorted { ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset) }.map(\.element)
        return wanted.lazy.filter { $0.quality > 0 }.compactMap { Language(known: $0.tag) }.first ?? .english
    }
}
