/// Why something sealed cannot be opened, or a key ring not be made.
public enum SealingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A key's name or length.
    case key(String)
    /// The key it was sealed with is not in the ring.
    case unknownKey(String)
    /// It was changed, belongs to something else, or is not sealed at all.
    case damaged

    /// Stable code of the error.
    public var code: String {
        switch self {
        case .key: "sealing.key"
        case .unknownKey: "sealing.unknownKey"
        case .damaged: "sealing.damaged"
        }
    }

    /// What is wrong and how to mend it.
    public var description: String {
        switch self {
        case .key(let reason): reason
        case .unknownKey(let name): "what is stored was sealed with the key \"\(name)\", which is not configured; keep old keys until nothing is sealed with them"
        case .damaged: "what is stored does not open: it was changed, or belongs to another session"
        }
    }
}
