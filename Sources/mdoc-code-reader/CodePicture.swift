import CZBar

/// A picture in which a QR code may be.
struct CodePicture {
    /// Points in a row.
    let width: Int
    /// Grey values, row by row, in whole rows.
    let pixels: [UInt8]

    private static let prefix = "FIDO:/"
    /// `Y800` of the library: one byte for each point, its brightness.
    private static let grey: UInt = 0x3030_3859
    /// How often it is made smaller by half to look again: the noise of a dark photo goes by that.
    private static let halvings = 2

    /// The text of the first code in it that another device may show; nil where there is none.
    var text: String? {
        var picture: CodePicture? = self
        for _ in 0...Self.halvings {
            if let text = picture?.textAtThisSize { return text }
            picture = picture?.reduced(by: 2)
        }
        return nil
    }

    /// Smaller by a factor, each point the mean of those it stands for; nil where nothing would be left.
    func reduced(by factor: Int) -> CodePicture? {
        let (reducedWidth, reducedHeight) = (width / factor, pixels.count / width / factor)
        guard reducedWidth > 0, reducedHeight > 0 else { return nil }
        var reduced = [UInt8](repeating: 0, count: reducedWidth * reducedHeight)
        pixels.withUnsafeBufferPointer { pixels in
            for place in reduced.indices {
                let corner = place / reducedWidth * factor * width + place % reducedWidth * factor
                var sum = 0
                for row in 0..<factor {
                    for column in 0..<factor { sum += Int(pixels[corner + row * width + column]) }
                }
                reduced[place] = UInt8(sum / (factor * factor))
            }
        }
        return CodePicture(width: reducedWidth, pixels: reduced)
    }

    private var textAtThisSize: String? {
        guard let scanner = zbar_image_scanner_create(), let image = zbar_image_create() else { return nil }
        defer {
            zbar_image_destroy(image)
            zbar_image_scanner_destroy(scanner)
        }
        // No other kind of code is looked for.
        zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
        zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1)
        zbar_image_set_format(image, Self.grey)
        zbar_image_set_size(image, UInt32(width), UInt32(pixels.count / width))
        return pixels.withUnsafeBytes { pixels in
            zbar_image_set_data(image, pixels.baseAddress, UInt(pixels.count), nil)
            guard zbar_scan_image(scanner, image) > 0 else { return nil }
            return Self.texts(in: image).first { $0.uppercased().hasPrefix(Self.prefix) }
        }
    }

    private static func texts(in image: OpaquePointer) -> [String] {
        var texts: [String] = []
        var symbol = zbar_image_first_symbol(image)
        while let current = symbol {
            let length = Int(zbar_symbol_get_data_length(current))
            if let data = zbar_symbol_get_data(current) {
                texts.append(String(decoding: UnsafeRawBufferPointer(start: data, count: length), as: UTF8.self))
            }
            symbol = zbar_symbol_next(current)
        }
        return texts
    }
}
