/// Why the bytes of a file could not be understood: what, where, and how to mend it.
public struct EncodedInputError: Error, Hashable, Sendable {
    /// A stable name of the reason.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable text, such as `input.odd-hex`.
        public let rawValue: String

        /// Makes a code from its stable text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There are no bytes.
        public static let empty = Code(rawValue: "input.empty")
        /// The file is longer than allowed.
        public static let tooLarge = Code(rawValue: "input.too-large")
        /// Hexadecimal digits with one left over.
        public static let oddHex = Code(rawValue: "input.odd-hex")
        /// A character that is no hexadecimal digit in text that was said to be hex.
        public static let notHex = Code(rawValue: "input.not-hex")
        /// Text that is not base64 where it should be.
        public static let notBase64 = Code(rawValue: "input.not-base64")
        /// `+` or `/` together with `-` or `_`.
        public static let mixedAlphabets = Code(rawValue: "input.mixed-base64-alphabets")
        /// A PEM block that does not end, or no block at all.
        public static let pemStructure = Code(rawValue: "input.pem-structure")
        /// Text that begins like JSON and is not.
        public static let notJSON = Code(rawValue: "input.not-json")
        /// JSON without any of the known members.
        public static let jsonMembers = Code(rawValue: "input.json-members")
        /// Readable text in none of the known encodings.
        public static let unknownText = Code(rawValue: "input.unknown-text")
    }

    /// The reason's stable name.
    public let code: Code
    /// Offset in the file, where one place is to blame.
    public let offset: Int?
    /// What is wrong. Shows at most one character of the input.
    public let reason: String
    /// How to mend it.
    public let remedy: String

    init(_ code: Code, at offset: Int? = nil, _ reason: String, remedy: String) {
        self.code = code
        self.offset = offset
        self.reason = reason
        self.remedy = remedy
    }
}

extension EncodedInputError: CustomStringConvertible {
    /// All of it on one line.
    public var description: String {
        "\(code.rawValue)\(offset.map { " at byte \($0)" } ?? ""): \(reason); \(remedy)"
    }
}
