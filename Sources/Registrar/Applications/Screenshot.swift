import Crypto
import DocumentTrust
import MobileDocument

/// A picture of a step of an app or of a website, for reviewers; known by its digest.
public struct Screenshot: Sendable, Hashable {
    /// Largest picture in bytes.
    public static let maximumBytes = 262_144
    /// Most pictures for one part of an application.
    public static let maximumCount = 10

    /// The PNG as received.
    public let png: [UInt8]

    /// Width and height in pixels.
    static let sides = 64...8_192

    /// Checks a picture: a still PNG, sound as an icon must be, of any shape.
    public init(png: [UInt8]) throws(RegistrarError) {
        let remedy = "send a still PNG of 64 to 8192 pixels a side and at most 256 KiB"
        let size: (width: Int, height: Int)
        do { size = try StillPNG.size(of: png, maximumBytes: Self.maximumBytes) } catch {
            throw RegistrarError(.screenshot, "the screenshot cannot be used (\(error.code))", mend: remedy)
        }
        guard Self.sides.contains(size.width), Self.sides.contains(size.height) else {
            throw RegistrarError(.screenshot, "the screenshot is \(size.width) by \(size.height) pixels", mend: remedy)
        }
        self.png = png
    }

    /// SHA-256 of the picture, in hexadecimal.
    public var digest: String { Hexadecimal.text(Array(SHA256.hash(data: png))) }

    /// Whether a text can be a digest, and so the name of a file.
    static func isDigest(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
