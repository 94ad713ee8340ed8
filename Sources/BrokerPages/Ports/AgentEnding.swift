/// What a website learns of a request without an answer.
public enum AgentEnding: Sendable, Hashable {
    /// The person declined.
    case declined
    /// It did not work out. Websites are told no more, so that they cannot tell an invalid request from a refused one.
    case failed
}
