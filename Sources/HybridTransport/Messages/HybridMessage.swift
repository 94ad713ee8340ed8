/// A message after the first one: a byte that says what it is, and its content (CTAP 2.2, 11.5.1.5).
public enum HybridMessage: Sendable, Hashable {
    /// The client is done. Authenticators do not send it.
    case shutdown
    /// A command of CTAP2 or its reply.
    case ctap([UInt8])
    /// What the authenticator tells beside its replies: a CBOR map.
    case update([UInt8])
    /// A request for digital credentials or its reply: JSON text.
    case credentials([UInt8])

    /// Reads a message.
    public init(_ bytes: [UInt8]) throws(HybridError) {
        let content = Array(bytes.dropFirst())
        switch bytes.first {
        case 0 where content.isEmpty: self = .shutdown
        case 1: self = .ctap(content)
        case 2: self = .update(content)
        case 3: self = .credentials(content)
        default: throw HybridError(.message, "a message of a type that is not known")
        }
    }

    /// The message's bytes.
    public var bytes: [UInt8] {
        switch self {
        case .shutdown: [0]
        case .ctap(let content): [1] + content
        case .update(let content): [2] + content
        case .credentials(let content): [3] + content
        }
    }
}

extension HybridMessage: Withheld {
    /// What it is, and how long.
    public var description: String {
        switch self {
        case .shutdown: "shutdown"
        case .ctap(let content): "CTAP message of \(content.count) bytes"
        case .update(let content): "update of \(content.count) bytes"
        case .credentials(let content): "credentials message of \(content.count) bytes"
        }
    }
}
