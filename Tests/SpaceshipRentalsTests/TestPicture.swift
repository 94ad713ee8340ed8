import CPhotoDecoders

/// A picture made for a test.
struct TestPicture {
    let width: Int
    let height: Int
    let pixels: [UInt8]

    /// Rows of short dark strokes, as print looks from a distance.
    static func print(width: Int, height: Int) -> TestPicture {
        var pixels = [UInt8](repeating: 235, count: width * height)
        for y in 0..<height where (y / 14) % 3 == 0 {
            for x in 0..<width where ((x / 6) &* 7 &+ (y / 42) &* 13) % 5 < 2 { pixels[y * width + x] = 30 }
        }
        return TestPicture(width: width, height: height, pixels: pixels)
    }

    /// The picture out of focus: each pixel the mean of a square around it, twice.
    func blurred(radius: Int) -> TestPicture {
        let once = averaged(pixels, radius)
        return TestPicture(width: width, height: height, pixels: averaged(once, radius))
    }

    private func averaged(_ source: [UInt8], _ radius: Int) -> [UInt8] {
        // Sums over rectangles from the corner make the mean of any square four look-ups.
        var sums = [Int](repeating: 0, count: (width + 1) * (height + 1))
        for y in 0..<height {
            var row = 0
            for x in 0..<width {
                row += Int(source[y * width + x])
                sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row
            }
        }
        var result = source
        for y in 0..<height {
            let top = max(y - radius, 0), bottom = min(y + radius + 1, height)
            for x in 0..<width {
                let left = max(x - radius, 0), right = min(x + radius + 1, width)
                let sum = sums[bottom * (width + 1) + right] - sums[top * (width + 1) + right] - sums[bottom * (width + 1) + left] + sums[top * (width + 1) + left]
                result[y * width + x] = UInt8(sum / ((bottom - top) * (right - left)))
            }
        }
        return result
    }

    /// As JPEG.
    var jpeg: [UInt8] {
        guard let encoder = tjInitCompress() else { return [] }
        defer { tjDestroy(encoder) }
        var buffer: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        defer { tjFree(buffer) }
        guard tjCompress2(encoder, pixels, Int32(width), 0, Int32(height), Int32(TJPF_GRAY.rawValue), &buffer, &size, Int32(TJSAMP_GRAY.rawValue), 85, 0) == 0
        else { return [] }
        return Array(UnsafeBufferPointer(start: buffer, count: Int(size)))
    }

    /// As PNG.
    var png: [UInt8] {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        image.width = png_uint_32(width)
        image.height = png_uint_32(height)
        image.format = 0
        var size = width * height + height + 100_000
        var bytes = [UInt8](repeating: 0, count: size)
        guard png_image_write_to_memory(&image, &bytes, &size, 0, pixels, 0, nil) != 0 else { return [] }
        return Array(bytes[..<size])
    }
}
