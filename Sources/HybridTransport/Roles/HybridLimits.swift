/// How long each step of an exchange may take.
public struct HybridLimits: Sendable, Hashable {
    /// Until a device near has scanned the code and is heard.
    public let proximity: Duration
    /// For each step that only devices take: the tunnel, the handshake, the request's coming and the answer's going.
    public let connection: Duration
    /// Until the person has decided.
    public let answer: Duration
    /// For the end: until the client's goodbye has gone, or the other side has closed after the answer.
    public let farewell: Duration
    /// How long one connection waits at the tunnel service for linked devices: a network may have dropped it unsaid.
    public let idle: Duration
    /// Between two times of waiting at the tunnel service for linked devices.
    public let pause: Duration

    /// Sets them. The defaults are those of browsers, with time for reading what is asked.
    public init(
        proximity: Duration = .seconds(180), connection: Duration = .seconds(30), answer: Duration = .seconds(300), farewell: Duration = .seconds(10),
        idle: Duration = .seconds(240), pause: Duration = .seconds(1)
    ) {
        self.proximity = proximity
        self.connection = connection
        self.answer = answer
        self.farewell = farewell
        self.idle = idle
        self.pause = pause
    }
}
