/// What an inspection saw. Nothing in it is verified.
///
/// It shows values on purpose: whoever asks for it has the bytes in hand. Do not log it.
public struct InspectionReport: Sendable, Hashable {
    /// The sentence that stands above every report.
    public static let notice = "Nothing here is verified: it shows what the bytes say, not whether it is true."

    /// What the bytes are.
    public let kind: InspectionKind
    /// The same in one line, with the most important values.
    public let summary: String
    /// Where the bytes came from: encoding and PEM label or JSON member; empty when they came as bytes.
    public let source: String
    /// Number of inspected bytes.
    public let length: Int
    /// SHA-256 of the inspected bytes in hex; nil for a private key, of which nothing is told, and where it would tell a value that is masked.
    public let sha256: String?
    /// The annotated items, in the order of their places.
    public let lines: [InspectionLine]
    /// True when the limit on lines was reached, so that some are missing.
    public let isShortened: Bool
    /// What is broken or unusual, in the order of its places.
    public let findings: [InspectionFinding]
}

extension InspectionReport: Encodable {
    private enum CodingKeys: String, CodingKey {
        case kind, summary, source, length, sha256, verified, notice, lines, isShortened, findings
    }

    /// All members, and `verified: false` with the notice.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(summary, forKey: .summary)
        if !source.isEmpty { try container.encode(source, forKey: .source) }
        try container.encode(length, forKey: .length)
        try container.encodeIfPresent(sha256, forKey: .sha256)
        try container.encode(false, forKey: .verified)
        try container.encode(Self.notice, forKey: .notice)
        try container.encode(lines, forKey: .lines)
        try container.encode(isShortened, forKey: .isShortened)
        try container.encode(findings, forKey: .findings)
    }
}

extension InspectionReport: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Kind and length only; `text` is the report for people.
    public var description: String { "inspection of \(length) bytes: \(kind.rawValue)" }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// No children, so nothing prints the content by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
