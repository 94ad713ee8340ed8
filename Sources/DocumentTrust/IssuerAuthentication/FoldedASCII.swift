/// The characters of a name in ASCII as names are compared: in small letters, one space between two words, none before the first or after the last.
struct FoldedASCII: Sequence, IteratorProtocol {
    private var rest: Substring.UTF8View

    /// Takes a name; nil where it has other characters.
    init?(_ name: String) {
        guard name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        rest = name[...].utf8.drop(while: Self.isSpace)
    }

    mutating func next() -> UInt8? {
        guard let character = rest.popFirst() else { return nil }
        guard Self.isSpace(character) else { return (0x41...0x5a).contains(character) ? character | 0x20 : character }
        rest = rest.drop(while: Self.isSpace)
        return rest.isEmpty ? nil : 0x20
    }

    /// Tab, line feed, vertical tab, form feed, carriage return and space, which are all that Unicode calls white space in ASCII.
    private static func isSpace(_ character: UInt8) -> Bool { character == 0x20 || (0x09...0x0d).contains(character) }
}
