import Foundation
import TextEncodings

/// A provider's sheet on a terminal: its words, and its buttons.
struct SheetText {
    /// A button.
    struct Button {
        let action: String
        let label: String
    }

    let text: String
    let buttons: [Button]

    /// Elements whose content is none of the words.
    private static let apart: Set<String> = ["button", "style", "title"]
    /// Elements that begin a line, and end one.
    private static let lines: Set<String> = [
        "p", "div", "section", "li", "ul", "h1", "h2", "h3", "h4", "h5", "h6", "tr", "dl", "dt", "dd", "br", "form", "header",
    ]

    init(_ html: String) {
        var pieces = HTMLPieces(Array(html.utf8)[...])
        var (words, buttons): ([UInt8], [Button]) = ([], [])
        while let piece = pieces.next() {
            switch piece {
            case .text(let text): words += text
            case .tag(name: let name, isEnd: false, attributes: let attributes) where Self.apart.contains(name):
                guard let content = pieces.content(of: name) else { continue }
                if name == "button", let value = Self.value(in: attributes) {
                    buttons.append(Button(action: Self.plain(value), label: Self.plain(content)))
                }
            case .tag(name: let name, isEnd: _, attributes: _): if Self.lines.contains(name) { words.append(UInt8(ascii: "\n")) }
            }
        }
        self.buttons = buttons
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
