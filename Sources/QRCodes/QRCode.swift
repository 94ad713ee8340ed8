import CQREncode

/// The squares of a QR code (ISO/IEC 18004) that says a text.
package struct QRCode: Sendable, Hashable {
    /// How many squares a side has, without the light margin of 4 squares that belongs around them.
    package let side: Int
    private let isDark: [Bool]

    /// Makes a code; nil for a text that is longer than any code can say.
    package init?(_ text: String) {
        // Level M: about a seventh of it may be hidden by a reflection.
        guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1) else { return nil }
        defer { QRcode_free(code) }
        side = Int(code.pointee.width)
        // Of each square's byte the lowest bit is its colour.
        isDark = UnsafeBufferPointer(start: code.pointee.data, count: side * side).map { $0 & 1 == 1 }
    }

    /// Whether a square is dark; the margin is light.
    package func isDark(row: Int, column: Int) -> Bool {
        (0..<side).contains(row) && (0..<side).contains(column) && isDark[row * side + column]
    }
}
