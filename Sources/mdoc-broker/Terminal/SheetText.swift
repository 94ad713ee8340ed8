import Foundation
import TextEncodings

/// A provider's sheet on a terminal: its words, and its buttons.
struct SheetText {
    /// A button.
    struct Button {
        let action: String
        let label: String
        fileprivate let columns: Int

        /// Its label on one line, as it stands in a list of the broker's, cut where a terminal would break it.
        var line: String {
            let pieces = SheetText.pieces(label.split(whereSeparator: \.isNewline).joined(separator: " "), of: columns)
            return pieces.count == 1 ? pieces[0] : pieces[0] + "…"
        }
    }

    let text: String
    let buttons: [Button]
    /// Columns of a line at most: where a terminal breaks one, what follows stands where the broker's lines begin.
    private let columns: Int

    /// The words behind a bar, so that no line of them reads as the broker's own.
    var quoted: String {
        text.split(whereSeparator: \.isNewline).flatMap { Self.pieces($0, of: columns) }.map { "  | \($0)" }.joined(separator: "\n")
    }

    /// Columns of a line where the terminal has room, and where it has next to none.
    private static let bounds = 8...72
    /// What the broker writes around a line takes fewer.
    private static let margin = 8

    /// A line in pieces that are not broken, between words where there are any. A `Character` may take any number of columns: a run of Hangul's leading
    /// consonants is one.
    private static func pieces(_ line: some StringProtocol, of columns: Int) -> [String] {
        var pieces: [String] = []
        var (piece, width) = (String.UnicodeScalarView(), 0)
        for scalar in line.unicodeScalars {
            let own = Self.width(of: scalar)
            while width + own > columns {
                let cut = piece.lastIndex(of: " ").map { piece.index(after: $0) } ?? piece.endIndex
                pieces.append(String(piece[..<cut]))
                piece = String.UnicodeScalarView(piece[cut...])
                width = piece.reduce(0) { $0 + Self.width(of: $1) }
            }
            piece.append(scalar)
            width += own
        }
        return pieces + [String(piece)]
    }

    /// How many columns it takes at most: none for a mark on the one before it. What else is beyond ASCII may be wide.
    private static func width(of scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        // This selector makes the one before it wide.
        case .nonspacingMark, .enclosingMark: scalar == "\u{FE0F}" ? 1 : 0
        default: scalar.isASCII ? 1 : 2
        }
    }

    /// Elements whose content is none of the words.
    private static let apart: Set<String> = ["button", "style", "title"]
    /// Elements that begin a line, and end one.
    private static let lines: Set<String> = [
        "p", "div", "section", "li", "ul", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "dl", "dt", "dd", "br", "form", "header",
    ]

    /// - Parameter terminal: how many columns it has; nil where that is not known.
    init(_ html: String, terminal: Int? = nil) {
        let columns = min(max((terminal ?? .max) - Self.margin, Self.bounds.lowerBound), Self.bounds.upperBound)
        var pieces = HTMLPieces(Array(html.utf8)[...])
        var (words, buttons): ([UInt8], [Button]) = ([], [])
        while let piece = pieces.next() {
            switch piece {
            case .text(let text): words += text
            case .tag(name: let name, isEnd: false, attributes: let attributes) where Self.apart.contains(name):
                guard let content = pieces.content(of: name) else { continue }
                if name == "button", let value = Self.value(in: attributes) {
                    buttons.append(Button(action: Self.plain(value), label: Self.plain(content), columns: columns))
                }
            case .tag(name: let name, isEnd: _, attributes: _): if Self.lines.contains(name) { words.append(UInt8(ascii: "\n")) }
            }
        }
        self.buttons = buttons
        self.columns = columns
        text = Self.unescaped(words)
            .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// The attribute `value`, as it is written.
    private static func value(in attributes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let mark = Array("value=\"".utf8)
        var place = attributes.startIndex
        while let start = attributes[place...].firstIndex(of: UInt8(ascii: "v")) {
            place = start + 1
            let isWhole = start == attributes.startIndex || !attributes[start - 1].isASCIILetterOrDigit
            guard isWhole, attributes[start...].starts(with: mark) else { continue }
            let value = attributes[(start + mark.count)...]
            return value.firstIndex(of: UInt8(ascii: "\"")).map { value[..<$0] }
        }
        return nil
    }

    private static func plain(_ html: ArraySlice<UInt8>) -> String {
        var (pieces, text): (HTMLPieces, [UInt8]) = (HTMLPieces(html), [])
        while let piece = pieces.next() { if case .text(let piece) = piece { text += piece } }
        return unescaped(text)
    }

    private static let references: [(text: String, character: Unicode.Scalar)] = [
        ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
    ]

    private static func unescaped(_ text: [UInt8]) -> String {
        var (rest, plain): (ArraySlice<UInt8>, [UInt8]) = (text[...], [])
        while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
            plain += rest[..<start]
            let found = references.first { rest[start...].starts(with: $0.text.utf8) }
            plain.append(UInt8(ascii: found?.character ?? "&"))
            rest = rest[(start + (found?.text.utf8.count ?? 1))...]
        }
        return String(decoding: plain + rest, as: UTF8.self)
    }
}
