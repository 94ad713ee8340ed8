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

extension ConsentOutcome: RawRepresentable, Codable {
    /// `answered`, `declined`, `withdrawn`, or the code of what went wrong.
    public var rawValue: String {
        switch self {
        case .answered: "answered"
        case .declined: "declined"
        case .withdrawn: "withdrawn"
        case .failed(let code): code
        }
    }

    /// Reads what was written.
    public init(rawValue: String) {
        self =
            switch rawValue {
            case "answered": .answered
            case "declined": .declined
            case "withdrawn": .withdrawn
            default: .failed(code: rawValue)
            }
    }
}
