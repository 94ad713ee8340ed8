/// Why bytes were refused as CBOR, or as the structure that was expected, and where.
public struct CBORError: Error, Hashable, Sendable {
    /// A stable name of the broken rule.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable text, such as `cbor.truncated`.
        public let rawValue: String

        /// Makes a code from its stable text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The input ends inside an item, or a declared length runs past the end.
        public static let truncated = Code(rawValue: "cbor.truncated")
        /// A head uses additional information 28 to 30, or 31 where it has no meaning.
        public static let reservedHead = Code(rawValue: "cbor.reserved-head")
        /// A two-byte simple value below 32 (RFC 8949, 3.3).
        public static let invalidSimple = Code(rawValue: "cbor.invalid-simple")
        /// A text string is not valid UTF-8.
        public static let invalidUTF8 = Code(rawValue: "cbor.invalid-utf8")
        /// Bytes follow the top-level item.
        public static let trailingBytes = Code(rawValue: "cbor.trailing-bytes")
        /// A map holds the same key twice.
        public static let duplicateKey = Code(rawValue: "cbor.duplicate-key")
        /// A map key that is neither an integer nor a string; mdoc structures have none.
        public static let unsupportedKey = Code(rawValue: "cbor.unsupported-key")
        /// An indefinite-length item where only definite lengths are accepted.
        public static let indefiniteLength = Code(rawValue: "cbor.indefinite-length")
        /// A "break" outside an indefinite-length item.
        public static let unexpectedBreak = Code(rawValue: "cbor.unexpected-break")
        /// More nesting than the limit allows.
        public static let tooDeep = Code(rawValue: "cbor.too-deep")
        /// More items than the limit allows.
        public static let tooManyItems = Code(rawValue: "cbor.too-many-items")
        /// A longer input than the limit allows.
        public static let tooLarge = Code(rawValue: "cbor.too-large")
        /// A longer string than the limit allows.
        public static let stringTooLong = Code(rawValue: "cbor.string-too-long")
        /// A well-formed item of another type than the structure has at this place.
        public static let unexpectedType = Code(rawValue: "cbor.unexpected-type")
        /// A mandatory member is absent.
        public static let missingMember = Code(rawValue: "cbor.missing-member")
        /// A member or element the structure does not have and does not allow.
        public static let unexpectedMember = Code(rawValue: "cbor.unexpected-member")
        /// A value of the right type outside what the structure allows.
        public static let invalidValue = Code(rawValue: "cbor.invalid-value")
    }

    /// The broken rule.
    public let code: Code
    /// Byte offset in the received buffer where the offending item begins.
    public let offset: Int
    /// One sentence for a developer; holds no element values.
    public let reason: String

    /// Makes an error.
    @inline(never)
    public init(_ code: Code, at offset: Int, _ reason: String) {
        self.code = code
        self.offset = offset
        self.reason = reason
    }

    /// Two errors are equal when rule and place are; the sentence may change between releases.
    public static func == (lhs: CBORError, rhs: CBORError) -> Bool { lhs.code == rhs.code && lhs.offset == rhs.offset }

    /// Hashes rule and place, in agreement with equality.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(offset)
    }
}

extension CBORError: CustomStringConvertible {
    /// Rule, place and sentence on one line.
    public var description: String { "\(code.rawValue) at byte \(offset): \(reason)" }
}
