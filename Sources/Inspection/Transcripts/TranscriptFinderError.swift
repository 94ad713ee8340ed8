/// Why a search could not begin.
public struct TranscriptFinderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A stable name of the reason.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable text, such as `transcript.sealed-response`.
        public let rawValue: String

        /// Makes a code from its stable text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The bytes are a sealed answer.
        public static let sealedResponse = Code(rawValue: "transcript.sealed-response")
        /// The bytes are no DeviceResponse that can be read.
        public static let unreadableResponse = Code(rawValue: "transcript.unreadable-response")
        /// The response holds no documents, so nothing is signed.
        public static let noDocuments = Code(rawValue: "transcript.no-documents")
    }

    /// The reason's stable name.
    public let code: Code
    /// Byte offset, where one place is to blame.
    public let offset: Int?
    /// What is wrong.
    public let reason: String
    /// How to mend it.
    public let remedy: String

    init(_ code: Code, at offset: Int? = nil, _ reason: String, remedy: String) {
        self.code = code
        self.offset = offset
        self.reason = reason
        self.remedy = remedy
    }

    /// All of it on one line.
    public var description: String { "\(code.rawValue)\(offset.map { " at byte \($0)" } ?? ""): \(reason); \(remedy)" }
}
