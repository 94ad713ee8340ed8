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
