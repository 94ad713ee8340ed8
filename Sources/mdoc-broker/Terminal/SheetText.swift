import Foundation

/// A provider's sheet on a terminal: its words, and its buttons.
struct SheetText {
    /// A button.
    struct Button {
        let action: String
        let label: String
    }

    let text: String
    let buttons: [Button]

    init(_ html: String) {
        buttons = html.matches(of: /<button\b([^>]*)>(.*?)<\/button>/.dotMatchesNewlines()).compactMap { match in
            guard let value = match.1.firstMatch(of: /\bvalue="([^"]*)"/) else { return nil }
            return Button(action: Self.plain(value.1), label: Self.plain(match.2))
        }
        let words = html.replacing(/<(button|style|title)\b[^>]*>.*?<\/\1>/.dotMatchesNewlines(), with: "")
        text = Self.plain(words.replacing(/<\/?(p|div|section|li|ul|h[1-6]|tr|dl|dt|dd|br|form|header)\b[^>]*>/, with: "\n"))
            .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private static func plain(_ html: Substring) -> String { plain(String(html)) }

    private static func plain(_ html: String) -> String {
        let characters = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
        return characters.reduce(html.replacing(/<[^>]*>/, with: "")) { $0.replacing($1.0, with: $1.1) }
    }
}
