/// How a request ended, for the person's own eyes.
public enum ConsentOutcome: Sendable, Hashable {
    /// The answer went to the website.
    case answered
    /// The person declined.
    case declined
    /// The website or its window took the request back, or nobody decided in time.
    case withdrawn
    /// It was refused, or something failed; a stable code.
    case failed(code: String)
}

extension ConsentOutcome: Codable {
    private static let words: [String: ConsentOutcome] = ["answered": .answered, "declined": .declined, "withdrawn": .withdrawn]
    /// Sets a code apart that reads like another outcome, or like one that is set apart: codes are also written by providers.
    private static let mark = "failed."

    /// `answered`, `declined`, `withdrawn`, or the code of what went wrong.
    public var word: String {
        switch self {
        case .answered: "answered"
        case .declined: "declined"
        case .withdrawn: "withdrawn"
        case .failed(let code): Self.words[code] == nil && !code.hasPrefix(Self.mark) ? code : Self.mark + code
        }
    }

    /// Reads the word that was written.
    public init(from decoder: any Decoder) throws {
        let word = try decoder.singleValueContainer().decode(String.self)
        self = Self.words[word] ?? .failed(code: word.hasPrefix(Self.mark) ? String(word.dropFirst(Self.mark.count)) : word)
    }

    /// Writes it as its word.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(word)
    }
}
