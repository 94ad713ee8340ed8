/// What the relay page is told to do.
enum RelayEvent: Sendable, Hashable {
    /// Hand the raw request over once more.
    case pull
    /// Give the website this answer.
    case answer([UInt8])
    /// Tell the website that the person declined.
    case declined
    /// Tell the website that it did not work out.
    case failed

    /// As the page knows it.
    var name: String {
        switch self {
        case .pull: "pull"
        case .answer: "answer"
        case .declined: "declined"
        case .failed: "failed"
        }
    }
}
