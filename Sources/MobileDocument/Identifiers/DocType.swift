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

    /// Compares byte for byte; Swift's texts would also be equal when only canonically equivalent.
    public static func == (lhs: DocType, rhs: DocType) -> Bool { lhs.rawValue.utf8.elementsEqual(rhs.rawValue.utf8) }

    /// Hashes the bytes, in agreement with equality.
    public func hash(into hasher: inout Hasher) {
        for byte in rawValue.utf8 { hasher.combine(byte) }
        hasher.combine(0xff as UInt8)
    }

    /// Mobile driving licence (ISO/IEC 18013-5).
    public static let mobileDrivingLicence: DocType = "org.iso.18013.5.1.mDL"
}
