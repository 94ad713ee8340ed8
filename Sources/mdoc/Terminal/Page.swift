/// Text for people, put together line by line within 80 columns, but for words that are longer. Whatever is set on it is made printable.
struct Page {
    private static let columns = 80
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
    mutating func verbatim(_ content: String, indent: Int = 0) {
        text += String(repeating: " ", count: indent) + content.printable + "\n"
    }

    /// A label and what belongs to it, which continues under itself where it does not fit.
    ///
    /// - Parameters:
    ///   - width: columns of the label, so that entries below each other align.
    mutating func entry(
        _ label: String, labelStyle: Ink.Style = .plain, _ content: String, _ style: Ink.Style = .plain, indent: Int = 2, width: Int
    ) {
        let label = label.printable
        let column = indent + (width == 0 ? 0 : max(width, label.count) + 2)
        let padding = String(repeating: " ", count: column - indent - label.count)
        let lines = Self.wrapped(content.printable, to: max(Self.columns - column, 20))
        text += String(repeating: " ", count: indent) + ink.set(label, labelStyle) + padding + ink.set(lines.first ?? "", style) + "\n"
        for line in lines.dropFirst() { text += String(repeating: " ", count: column) + ink.set(line, style) + "\n" }
    }

    private static func wrapped(_ content: String, to width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in content.split(separator: " ", omittingEmptySubsequences: false) {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " \(word)"
            // A longer word stays whole if it may be an address or a path, which is copied.
            while line.count > width, !isPlain(word) {
                lines.append(String(line.prefix(width)))
                line = String(line.dropFirst(width))
            }
        }
        return lines + [line]
    }

    /// Whether a word is of visible ASCII alone. Anything else that is long could pass for a line of ours where a terminal breaks it.
    private static func isPlain(_ word: Substring) -> Bool { word.utf8.allSatisfy { (0x21...0x7e).contains($0) } }
}
