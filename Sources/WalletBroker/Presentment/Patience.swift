/// How long a request waits for each of its parties.
public struct Patience: Sendable, Hashable {
    /// For the person, at each step.
    public let person: Duration
    /// For the provider, to start, and to make its answer.
    public let provider: Duration

    /// Sets the times.
    public init(person: Duration = .seconds(300), provider: Duration = .seconds(60)) {
        self.person = person
        self.provider = provider
    }
}
