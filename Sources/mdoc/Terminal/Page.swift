/// Text for people, put together line by line within 80 columns, but for words that are longer. Whatever is set on it is made printable.
struct Page {
    private static let columns = 80
    /// Columns that content has at least.
    private static let least = 20
    /// Where a line is continued that begins at the first column.
    private static let hanging = 2
    private let ink: Ink
    /// The text so far.
    private(set) var text = ""

    /// Begins a page for standard output, or for standard error where standard output carries data.
    init(for descriptor: FileDescriptor = .standardOutput) { ink = Ink(for: descriptor) }

    /// An empty line.
    mutating func gap() { text += "\n" }

    /// A line of its own, wrapped.
    mutating func line(_ content: String, _ style: Ink.Style = .plain, indent: Int = 0) {
        entry("", content, style, indent: indent, width: 0)
    }

    /// A line as it is, however long: a command to copy.
    mutating func verbatim(_ content: String, indent: Int) {
        text += String(repeating: " ", count: indent) + content.printable + "\n"
    }

    /// A label and what belongs to it, which continues under itself where it does not fit. It never continues at the beginning of a line, where
    /// a stranger's words could pass for a line of ours.
    ///
    /// - Parameters:
    ///   - width: columns of the label, so that entries below each other align.
    mutating func entry(
        _ label: String, labelStyle: Ink.Style = .plain, _ content: String, _ style: Ink.Style = .plain, indent: Int = 2, width: Int
    ) {
        var label = label.printable
        var column = indent + (width == 0 ? 0 : max(width, label.columns) + 2)
        if Self.columns - column < Self.least, label.columns > width {
            // Nothing fits beside it, so it stands above.
            set(Self.wrapped(label, to: Self.columns - indent, then: Self.columns - indent), labelStyle, at: indent, then: indent)
            label = ""
            column = indent + width + 2
        }
        let further = max(column, Self.hanging)
        text += String(repeating: " ", count: indent) + ink.set(label, labelStyle)
        let lines = Self.wrapped(
            content.printable, to: max(Self.columns - column, Self.least), then: max(Self.columns - further, Self.least))
        set(lines, style, at: column - indent - label.columns, then: further)
    }

    /// Sets lines, each after so many spaces: the first and those that follow it.
    private mutating func set(_ lines: [String], _ style: Ink.Style, at column: Int, then further: Int) {
        for (number, line) in lines.enumerated() {
            text += String(repeating: " ", count: number == 0 ? column : further) + ink.set(line, style) + "\n"
        }
    }

    /// Breaks text into lines: the first has `first` columns, the others have `rest`.
    private static func wrapped(_ content: String, to first: Int, then rest: Int) -> [String] {
        var (lines, line, columns, width): ([String], String, Int, Int) = ([], "", 0, first)
        func end() {
            lines.append(line)
            (line, columns, width) = ("", 0, rest)
        }
        for word in content.split(separator: " ", omittingEmptySubsequences: false) {
            let length = word.columns
            if !line.isEmpty, columns + 1 + length > width { end() }
            if !line.isEmpty {
                line += " "
                columns += 1
            }
            // A longer word stays whole if it may be an address or a path, which is copied.
            guard length > width, !isPlain(word) else {
                line.append(contentsOf: word)
                columns += length
                continue
            }
            for scalar in word.unicodeScalars {
                if columns + scalar.columns > width { end() }
                line.unicodeScalars.append(scalar)
                columns += scalar.columns
            }
        }
        return lines + [line]
    }

    /// Whether a word is of visible ASCII alone. Anything else that is long could pass for a line of ours where a terminal breaks it.
    private static func isPlain(_ word: Substring) -> Bool { word.utf8.allSatisfy { (0x21...0x7e).contains($0) } }
}
