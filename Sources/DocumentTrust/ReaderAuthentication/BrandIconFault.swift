/// Why a file is no icon of a brand.
public enum BrandIconFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// More bytes than an icon may have; how many.
    case tooLarge(Int)
    /// A vector drawing, which can carry scripts and references.
    case svg
    /// A JPEG.
    case jpeg
    /// None of the known formats.
    case notPNG
    /// The first chunk is not a sound image header.
    case header
    /// The header's checksum is wrong.
    case headerChecksum
    /// Wider or higher than the other way.
    case notSquare(width: Int, height: Int)
    /// A square with sides outside of 64 to 1024 pixels.
    case dimensions(Int)
    /// An animation.
    case animated
    /// The chunks do not fill the file, or there is something behind them.
    case chunks

    /// Stable code of the fault.
    public var code: String {
        switch self {
        case .tooLarge: "icon.tooLarge"
        case .svg: "icon.svg"
        case .jpeg: "icon.jpeg"
        case .notPNG: "icon.notPNG"
        case .header: "icon.header"
        case .headerChecksum: "icon.headerChecksum"
        case .notSquare: "icon.notSquare"
        case .dimensions: "icon.dimensions"
        case .animated: "icon.animated"
        case .chunks: "icon.chunks"
        }
    }

    /// What is wrong.
    public var description: String {
        switch self {
        case .tooLarge(let size): "the icon has \(size) bytes, at most \(BrandIcon.maximumBytes) are accepted"
        case .svg: "the icon is an SVG, which can carry scripts; only PNG is accepted"
        case .jpeg: "the icon is a JPEG; only PNG is accepted"
        case .notPNG: "the icon is not a PNG"
        case .header: "the icon's PNG header (IHDR) is not a sound one"
        case .headerChecksum: "the checksum of the icon's PNG header (IHDR) is wrong"
        case .notSquare(let width, let height): "the icon is \(width) by \(height) pixels and not a square"
        case .dimensions(let side): "the icon's side is \(side) pixels; 64 to 1024 are accepted"
        case .animated: "the icon is an animated PNG; a still one is needed"
        case .chunks: "the icon's PNG chunks do not end with the file"
        }
    }
}
