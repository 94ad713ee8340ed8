import TextEncodings

/// Who told the broker which page asks.
public enum Reporter: Sendable, Hashable {
    /// A program, by its path.
    case program(String)
    /// A program that hides which one it is, by the number of its process.
    case hidden(process: Int32)
    /// Whoever speaks as a browser to the page that websites open: a browser, or any program that acts as one.
    case page

    /// The path of a program for people to read; nil where none is known.
    package var shownPath: String? {
        if case .program(let path) = self { path.escapingInvisible } else { nil }
    }
}
