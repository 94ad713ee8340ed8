import CPhotoDecoders

extension CodePicture {
    /// Most points that are decoded.
    private static let maximumPoints = 40_000_000
    /// As many are enough to find a code by. It would take longer in a larger picture, which is made smaller.
    private static let enoughPoints = 4 << 20

    /// Decodes a PNG or a JPEG, told apart by how they begin; nil for anything else.
    init?(file bytes: [UInt8]) {
        let found: CodePicture?
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            found = Self.jpeg(bytes)
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            found = Self.png(bytes)
        } else {
            found = nil
        }
        guard let decoded = found else { return nil }
        let height = decoded.pixels.count / decoded.width
        var factor = 1
        while (decoded.width / factor) * (height / factor) > Self.enoughPoints { factor += 1 }
        guard let picture = factor == 1 ? decoded : decoded.reduced(by: factor) else { return nil }
        self = picture
    }

    private static func isBounded(_ width: Int, _ height: Int) -> Bool { width > 0 && height > 0 && width <= maximumPoints / height }

    private static func jpeg(_ bytes: [UInt8]) -> CodePicture? {
        guard let decoder = tjInitDecompress() else { return nil }
        defer { tjDestroy(decoder) }
        var (width, height, subsampling, colourSpace): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard tjDecompressHeader3(decoder, bytes, UInt(bytes.count), &width, &height, &subsampling, &colourSpace) == 0,
            isBounded(Int(width), Int(height))
        else { return nil }
        // Decoding at half, a quarter or an eighth of the size costs a fraction.
        var denominator: Int32 = 1
        while denominator < 8, Int(width / denominator) * Int(height / denominator) > enoughPoints { denominator *= 2 }
        let scaledWidth = Int((width + denominator - 1) / denominator), scaledHeight = Int((height + denominator - 1) / denominator)
        var pixels = [UInt8](repeating: 0, count: scaledWidth * scaledHeight)
        // Damage within a photo need not concern the code.
        let status = tjDecompress2(
            decoder, bytes, UInt(bytes.count), &pixels, Int32(scaledWidth), 0, Int32(scaledHeight), Int32(TJPF_GRAY.rawValue), TJFLAG_LIMITSCANS)
        guard status == 0 || tjGetErrorCode(decoder) == Int32(TJERR_WARNING.rawValue) else { return nil }
        return CodePicture(width: scaledWidth, pixels: pixels)
    }

    private static func png(_ bytes: [UInt8]) -> CodePicture? {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        guard png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0, isBounded(Int(image.width), Int(image.height)) else { return nil }
        let width = Int(image.width)
        image.format = 0  // PNG_FORMAT_GRAY: a byte per pixel, no alpha
        var pixels = [UInt8](repeating: 255, count: width * Int(image.height))
        guard png_image_finish_read(&image, nil, &pixels, 0, nil) != 0 else { return nil }
        return CodePicture(width: width, pixels: pixels)
    }
}
