import CBOR

/// The type of a document, such as `org.iso.18013.5.1.mDL`. Compared byte for byte; case matters.
public struct DocType: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The identifier as it stands in requests and responses.
    public let rawValue: String

    /// Makes a type from its identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a type from a literal.
    public init(stringLiteral value: String) { rawValue = value }

    /// The identifier.
    public var description: String { rawValue }

    /// Mobile driving licence (ISO/IEC 18013-5).
    public static let mobileDrivingLicence: DocType = "org.iso.18013.5.1.mDL"
}

extension DocType {
    /// Byte for byte; Swift's own comparison of text would take canonically equivalent forms for one.
    public static func == (lhs: DocType, rhs: DocType) -> Bool { ExactText.isSame(lhs.rawValue, rhs.rawValue) }

    /// The opposite of `==`. Stated because the standard library's `!=` for raw values compares the texts.
    public static func != (lhs: DocType, rhs: DocType) -> Bool { !(lhs == rhs) }

    /// Hashes the bytes, in agreement with equality.
    public func hash(into hasher: inout Hasher) {
        var text = rawValue
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
