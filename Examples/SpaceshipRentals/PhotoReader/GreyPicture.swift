import CPhotoDecoders

/// A picture in shades of grey.
struct GreyPicture {
    /// Most pixels that are decoded; the site asks for no more.
    static let maximumPixels = 64_000_000

    /// Width before anything was scaled down.
    let originalWidth: Int
    /// Height before anything was scaled down.
    let originalHeight: Int
    let width: Int
    let height: Int
    /// Rows from the top, a byte per pixel.
    let pixels: [UInt8]

    /// Decodes a JPEG or a PNG, told apart by how they begin.
    init(decoding bytes: [UInt8]) throws(PhotoFault) {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = try Self.jpeg(bytes)
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            self = try Self.png(bytes)
        } else {
            throw .unreadable
        }
    }

    init(originalWidth: Int, originalHeight: Int, width: Int, height: Int, pixels: [UInt8]) {
        self.originalWidth = originalWidth
        self.originalHeight = originalHeight
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    private static func check(_ width: Int, _ height: Int) throws(PhotoFault) {
        guard width > 0, height > 0 else { throw .unreadable }
        guard width <= maximumPixels / height else { throw .tooLarge }
    }

    private static func jpeg(_ bytes: [UInt8]) throws(PhotoFault) -> GreyPicture {
        guard let decoder = tjInitDecompress() else { throw .unreadable }
        defer { tjDestroy(decoder) }
        var (width, height, subsampling, colourSpace): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard tjDecompressHeader3(decoder, bytes, UInt(bytes.count), &width, &height, &subsampling, &colourSpace) == 0 else { throw .unreadable }
        try check(Int(width), Int(height))
        // Decoding at half, a quarter or an eighth of the size costs a fraction, and 1600 pixels are enough to judge by.
        var denominator: Int32 = 1
        while denominator < 8, width / (denominator * 2) >= 1600 { denominator *= 2 }
        let scaledWidth = Int((width + denominator - 1) / denominator), scaledHeight = Int((height + denominator - 1) / denominator)
        var pixels = [UInt8](repeating: 0, count: scaledWidth * scaledHeight)
        let status = tjDecompress2(
            decoder, bytes, UInt(bytes.count), &pixels, Int32(scaledWidth), 0, Int32(scaledHeight), Int32(TJPF_GRAY.rawValue),
            TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS)
        guard status == 0 else { throw .unreadable }
        return GreyPicture(originalWidth: Int(width), originalHeight: Int(height), width: scaledWidth, height: scaledHeight, pixels: pixels)
    }

    private static func png(_ bytes: [UInt8]) throws(PhotoFault) -> GreyPicture {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        guard png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0 else { throw .unreadable }
        let width = Int(image.width), height = Int(image.height)
        try check(width, height)
        image.format = 0  // PNG_FORMAT_GRAY: a byte per pixel, no alpha
        var pixels = [UInt8](repeating: 255, count: width * height)
        guard png_image_finish_read(&image, nil, &pixels, 0, nil) != 0 else { throw .unreadable }
        return GreyPicture(originalWidth: width, originalHeight: height, width: width, height: height, pixels: pixels)
    }
}
