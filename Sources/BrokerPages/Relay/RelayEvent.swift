/// What the relay page is told to do.
enum RelayEvent: Sendable, Hashable {
    /// Hand the raw request over once more.
    case pull
    /// Give the website this answer.
    case answer([UInt8])
    /// Tell the website that the person declined: so it hears of every end without an answer.
    case declined

    /// As the page knows it.
    var name: String {
        switch self {
        case .pull: "pull"
        case .answer: "answer"
        case .declined: "declined"
        }
    }
}
