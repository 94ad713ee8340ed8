import CPhotoDecoders
import Foundation
import QRCodes
import VectorSupport

/// A QR code as pictures have it: turned, dark, noisy, or made of dots as browsers draw it.
package struct PaintedCode {
    /// Points in a row, and rows.
    package let side: Int
    /// Grey values, row by row.
    package let pixels: [UInt8]

    /// Paints a code with its light margin; nil for a text that is longer than any code can say.
    ///
    /// - Parameters:
    ///   - scale: points to a square.
    ///   - degrees: how far it is turned.
    ///   - dark: grey of dark squares.
    ///   - light: grey of light squares.
    ///   - noise: how far a point's grey is off, at most.
    ///   - hasDots: whether dark squares are round, but for those of the three corners.
    package init?(
        _ text: String, scale: Double = 4, degrees: Double = 0, dark: Int = 20, light: Int = 230, noise: Int = 0, hasDots: Bool = false
    ) {
        guard let code = QRCode(text) else { return nil }
        let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        let side = Int((Double(code.side + 8) * scale * (abs(cosine) + abs(sine))).rounded(.up))
        let (middle, codeMiddle) = (Double(side) / 2, Double(code.side) / 2)
        var generator = SeededGenerator(seed: 41)
        var pixels: [UInt8] = []
        for y in 0..<side {
            for x in 0..<side {
                let (right, down) = (Double(x) + 0.5 - middle, Double(y) + 0.5 - middle)
                let column = (cosine * right + sine * down) / scale + codeMiddle, row = (cosine * down - sine * right) / scale + codeMiddle
                let isDark = Self.isDark(code, row, column, hasDots)
                let grey = (isDark ? dark : light) + (noise > 0 ? Int.random(in: -noise...noise, using: &generator) : 0)
                pixels.append(UInt8(clamping: grey))
            }
        }
        self.side = side
        self.pixels = pixels
    }

    private static func isDark(_ code: QRCode, _ row: Double, _ column: Double, _ hasDots: Bool) -> Bool {
        let (i, j) = (Int(row.rounded(.down)), Int(column.rounded(.down)))
        guard code.isDark(row: i, column: j) else { return false }
        let last = code.side - 7
        let isInCorner = (i < 7 || i >= last) && (j < 7 || j >= last) && !(i >= last && j >= last)
        let (down, right) = (row - Double(i) - 0.5, column - Double(j) - 0.5)
        return !hasDots || isInCorner || down * down + right * right <= 0.25
    }

    /// As PNG.
    package var png: [UInt8] {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        image.width = png_uint_32(side)
        image.height = png_uint_32(side)
        image.format = 0
        var size = side * side + side + 100_000
        var bytes = [UInt8](repeating: 0, count: size)
        guard png_image_write_to_memory(&image, &bytes, &size, 0, pixels, 0, nil) != 0 else { return [] }
        return Array(bytes[..<size])
    }

    /// As JPEG.
    package var jpeg: [UInt8] {
        guard let encoder = tjInitCompress() else { return [] }
        defer { tjDestroy(encoder) }
        var buffer: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        defer { tjFree(buffer) }
        let status = tjCompress2(
            encoder, pixels, Int32(side), 0, Int32(side), Int32(TJPF_GRAY.rawValue), &buffer, &size, Int32(TJSAMP_GRAY.rawValue), 85, 0)
        guard status == 0 else { return [] }
        return Array(UnsafeBufferPointer(start: buffer, count: Int(size)))
    }
}
