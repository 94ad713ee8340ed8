/// What a machine does of what a broker can do.
public enum BrokerRole: String, Sendable, Hashable, CaseIterable {
    /// It has no documents: other devices answer what is asked on it.
    case asks
    /// It answers, itself and for other devices, and hands nothing on to them.
    case answers
    /// Both.
    case both

    /// Whether other devices may be asked.
    var isAsking: Bool { self != .answers }
    /// Whether there are documents here.
    var isAnswering: Bool { self != .asks }
}
