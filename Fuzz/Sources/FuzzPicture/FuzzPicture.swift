import FuzzSupport

/// A picture in which a code may be: as a file, as a PNG whose checksums are right, which no fuzzer would hit upon, and as grey values.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    for file in [bytes, withChecksums(bytes)] {
        if let picture = CodePicture(file: file) { check(picture) }
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
