import QRCodes

/// A QR code as characters, two rows of it on a line. Its light squares are drawn: terminals are dark, and a margin shows either way.
struct CodeText {
    private let code: QRCode

    private static let margin = 2

    /// Nil for a text that no code can say.
    init?(_ text: String) {
        guard let code = QRCode(text) else { return nil }
        self.code = code
    }

    /// The lines.
    var text: String {
        let places = -Self.margin..<code.side + Self.margin
        return stride(from: places.lowerBound, to: places.upperBound, by: 2).map { row in
            places.map { column in
                switch (code.isDark(row: row, column: column), code.isDark(row: row + 1, column: column)) {
                case (false, false): "█"
                case (false, true): "▀"
                case (true, false): "▄"
                case (true, true): " "
                }
            }.joined()
        }.joined(separator: "\n")
    }
}
