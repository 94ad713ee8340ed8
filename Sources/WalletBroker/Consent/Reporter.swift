import TextEncodings

/// Who told the broker which page asks.
public enum Reporter: Sendable, Hashable {
    /// A program, by its path.
    case program(String)
    /// A program that hides which one it is, by the number of its process.
    case hidden(process: Int32)
    /// Whoever speaks as a browser to the page that websites open: a browser, or any program that acts as one.
    case page

    /// The path of a program for people to read: characters that are invisible, end a line or change the direction of writing stand there by their
    /// numbers (`\u{202e}`), so that nothing in it reads as the broker's own words. Nil where no path is known.
    package var shownPath: String? {
        if case .program(let path) = self { Self.shown(path) } else { nil }
    }

    /// Any text that is not ours, such as a program's path, likewise.
    package static func shown(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            scalar.isVisible && scalar != "\\" ? String(scalar) : "\\u{" + String(scalar.value, radix: 16) + "}"
        }.joined()
    }
}
