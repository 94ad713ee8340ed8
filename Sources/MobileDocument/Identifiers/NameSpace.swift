import CBOR

/// A namespace of data elements, such as `org.iso.18013.5.1`. Compared byte for byte; case matters.
public struct NameSpace: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The identifier as it stands in requests and responses.
    public let rawValue: String

    /// Makes a namespace from its identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a namespace from a literal.
    public init(stringLiteral value: String) { rawValue = value }

    /// The identifier.
    public var description: String { rawValue }

    /// Elements of the mobile driving licence (ISO/IEC 18013-5).
    public static let mobileDrivingLicence: NameSpace = "org.iso.18013.5.1"

    /// Additional elements of North American licences (AAMVA mDL implementation guidelines).
    public static let aamva: NameSpace = "org.iso.18013.5.1.aamva"

    /// Namespace whose digests mark simulator data, which never counts as verified.
    public static let developerTest: NameSpace = "com.apple.identity-presentment.developer-test"
}

extension NameSpace {
    /// Byte for byte; Swift's own comparison of text would take canonically equivalent forms for one.
    public static func == (lhs: NameSpace, rhs: NameSpace) -> Bool { ExactText.isSame(lhs.rawValue, rhs.rawValue) }

    /// The opposite of `==`. Stated because the standard library's `!=` for raw values compares the texts.
    public static func != (lhs: NameSpace, rhs: NameSpace) -> Bool { !(lhs == rhs) }

    /// Hashes the bytes, in agreement with equality.
    public func hash(into hasher: inout Hasher) {
        var text = rawValue
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
