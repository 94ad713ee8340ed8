/// Why TXT records could not be looked up.
public enum TXTFault: String, Error, Sendable, Hashable, CaseIterable {
    /// The name is not one that can be asked for.
    case name = "txt.name"
    /// No server answered, or none could say.
    case unreachable = "txt.unreachable"
    /// The resolver cannot be set up with these servers.
    case resolver = "txt.resolver"
    /// The answer is not a message that can be read.
    case message = "txt.message"
}

extension TXTFault: CustomStringConvertible {
    /// Code and sentence.
    public var description: String {
        switch self {
        case .name: "\(rawValue): the name cannot be asked for"
        case .unreachable: "\(rawValue): no name server answered, or none could say"
        case .resolver: "\(rawValue): the resolver cannot be used with these servers"
        case .message: "\(rawValue): the name server's answer cannot be read"
        }
    }
}
