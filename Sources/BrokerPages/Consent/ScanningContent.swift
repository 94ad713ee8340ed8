import QRCodes

/// A code for another device to scan.
struct ScanningContent: Content {
    static let template = "scanning"
    /// The light squares around a code, by its standard.
    private static let margin = 4

    let words: Wording
    let code: String
    /// How many squares a side has, with the margin.
    let side: Int
    /// The dark squares, as the path of a drawing.
    let squares: String

    /// Nil for a text that no code can say.
    init?(_ text: String, in words: Wording) {
        guard let code = QRCode(text) else { return nil }
        self.words = words
        self.code = text
        side = code.side + 2 * Self.margin
        squares = (0..<code.side).map { row in
            (0..<code.side).filter { code.isDark(row: row, column: $0) }
                .map { "M\($0 + Self.margin) \(row + Self.margin)h1v1h-1z" }.joined()
        }.joined()
    }
}
