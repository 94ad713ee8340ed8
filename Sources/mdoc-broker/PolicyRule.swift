import ArgumentParser

/// How requests are decided where no person is.
enum PolicyRule: Sendable, Hashable, ExpressibleByArgument, CustomStringConvertible {
    /// This provider answers, by its button labelled "Accept".
    case accept(provider: String)
    /// Nothing is answered.
    case decline

    init?(argument: String) {
        let parts = argument.split(separator: ":", maxSplits: 1)
        switch parts.first {
        case "decline" where parts.count == 1: self = .decline
        case "accept" where parts.count == 2: self = .accept(provider: String(parts[1]))
        default: return nil
        }
    }

    var description: String {
        switch self {
        case .accept(let provider): "accept:\(provider)"
        case .decline: "decline"
        }
    }
}
