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
