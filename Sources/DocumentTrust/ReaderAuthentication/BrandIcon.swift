/// The picture a wallet shows beside a reader's name: a square PNG whose outline has been checked byte by byte.
///
/// Only the outline is read here. Whoever decodes the picture does so in a place that may fail.
public struct BrandIcon: Sendable, Hashable {
    /// Largest icon in bytes.
    public static let maximumBytes = 262_144
    /// Width and height in pixels.
    public static let sides = 64...1024

    /// The PNG as received.
    public let png: [UInt8]
    /// Width, which is also the height, in pixels.
    public let side: Int

    /// Checks an icon: the signature of PNG, a sound header (W3C PNG, 11.2.1), a square of 64 to 1024 pixels, chunks that fill
    /// the file to its end, and no animation.
    ///
    /// - Parameter png: the file, at most 262,144 bytes.
    public init(png: [UInt8]) throws(BrandIconFault) {
        let size = try StillPNG.size(of: png, maximumBytes: Self.maximumBytes)
        guard size.width == size.height else { throw .notSquare(width: size.width, height: size.height) }
        guard Self.sides.contains(size.width) else { throw .dimensions(size.width) }
        self.png = png
        side = size.width
    }
}

extension BrandIcon: CustomStringConvertible {
    /// Form and size.
    public var description: String { "PNG, \(side) by \(side) pixels, \(png.count) bytes" }
}
