import TextEncodings

/// HTML as tags and what is between them, in one pass: each byte is looked at a few times at most, whatever it is. Sheets come from providers.
struct HTMLPieces {
    /// A piece.
    enum Piece {
        /// What is between two tags; also all that follows the last one.
        case text(ArraySlice<UInt8>)
        /// From a `<` to the next `>`: the name, of a start or end tag, and what follows it.
        case tag(name: String, isEnd: Bool, attributes: ArraySlice<UInt8>)
    }

    private var rest: ArraySlice<UInt8>
    /// Names of which no end tag is left.
    private var unended: Set<String> = []

    init(_ html: ArraySlice<UInt8>) { rest = html }

    /// The next piece; nil at the end.
    mutating func next() -> Piece? {
        guard let first = rest.first else { return nil }
        guard first == UInt8(ascii: "<") else {
            let text = rest.prefix { $0 != UInt8(ascii: "<") }
            rest = rest[text.endIndex...]
            return .text(text)
        }
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else {
            defer { rest = [] }
            return .text(rest)
        }
        let inside = rest[(rest.startIndex + 1)..<end]
        rest = rest[(end + 1)...]
        let isEnd = inside.first == UInt8(ascii: "/")
        let name = inside.dropFirst(isEnd ? 1 : 0).prefix(while: \.isASCIILetterOrDigit)
        return .tag(name: String(decoding: name, as: UTF8.self), isEnd: isEnd, attributes: inside[name.endIndex...])
    }

    /// What is left up to the end tag of this name, which goes with it; nil where there is none.
    mutating func content(of name: String) -> ArraySlice<UInt8>? {
        guard !unended.contains(name) else { return nil }
        let tag = Array("</\(name)>".utf8)
        var place = rest.startIndex
        while let start = rest[place...].firstIndex(of: UInt8(ascii: "<")) {
            if rest[start...].starts(with: tag) {
                defer { rest = rest[(start + tag.count)...] }
                return rest[..<start]
            }
            place = start + 1
        }
        unended.insert(name)
        return nil
    }
}
