import FuzzSupport

/// A picture in which a code may be, or a photo for the example website: as a file, as a PNG whose checksums are right, which no fuzzer
/// would hit upon, and as grey values.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    for file in [bytes, withChecksums(bytes)] {
        let picture = CodePicture(file: file)
        if let picture { check(picture) }
        if let photo = try? GreyPicture(decoding: file) { check(photo, isPNG: file.first == 0x89, beside: picture) }
    }
    guard bytes.count > 2 else { return 0 }
    let (width, content) = (Int(bytes[0]) << 8 | Int(bytes[1]), Array(bytes[2...]))
    if width > 0, content.count.isMultiple(of: width) { check(CodePicture(width: width, pixels: content)) }
    return 0
}

/// Looking for a code takes longer in a larger picture, and finds nothing more.
private let mostPoints = 1 << 16

private func check(_ picture: CodePicture) {
    law(picture.width > 0 && picture.pixels.count.isMultiple(of: picture.width), "a row of the picture is cut off")
    law(picture.pixels.count <= 4 << 20, "a picture of \(picture.pixels.count) points")
    if picture.pixels.count <= mostPoints, let text = picture.text { law(text.uppercased().hasPrefix("FIDO:/"), "a code of another kind") }
}

/// A photo, which is judged by what of it is sharp. Of one that neither reader makes smaller, both see the same.
private func check(_ photo: GreyPicture, isPNG: Bool, beside picture: CodePicture?) {
    law(photo.width > 0 && photo.height > 0 && photo.pixels.count == photo.width * photo.height, "a row of the photo is cut off")
    law(photo.originalWidth <= GreyPicture.maximumPixels / photo.originalHeight, "a photo of more points than are decoded")
    law(photo.width <= photo.originalWidth && photo.height <= photo.originalHeight, "a photo is made larger")
    guard photo.pixels.count <= mostPoints else { return }
    let reduced = photo.reduced(toWidth: widthOfJudgement)
    law(reduced.width <= widthOfJudgement && reduced.pixels.count == reduced.width * reduced.height, "a smaller photo has its rows cut off")
    law((0...1_040_400).contains(reduced.laplacianVariance), "a sharpness of \(reduced.laplacianVariance)")
    guard photo.width == photo.originalWidth else { return }
    law(picture?.width == photo.width, "what one reader reads the other does not")
    if isPNG { law(picture?.pixels == photo.pixels, "the two readers see two pictures") }
}

/// What the example's program makes photos comparable by.
private let widthOfJudgement = 800

private func withChecksums(_ bytes: [UInt8]) -> [UInt8] {
    var png = bytes
    var position = 8
    while position + 12 <= png.count {
        let length = png[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
        let end = position + 8 + length
        guard end + 4 <= png.count else { break }
        let sum = checksum(png[(position + 4)..<end])
        for index in 0..<4 { png[end + index] = UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * index)) }
        position = end + 4
    }
    return png
}

private func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(0xFFFF_FFFF as UInt32) { sum, byte in
        (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }
}
