/// How long linked devices cannot ask after one of them has: twice as long after each request that the person was shown for nothing.
struct CallPause {
    private static let shortest = Duration.seconds(2)
    private static let longest = Duration.seconds(300)
    /// So long after such a request it begins anew.
    private static let memory = Duration.seconds(3600)

    private var next = CallPause.shortest
    private var last: ContinuousClock.Instant?

    /// How a request has ended.
    enum Ending {
        case answered
        /// The person was shown it, and declined, or it was withdrawn or failed.
        case unanswered
        /// Nobody was shown it.
        case unseen
    }

    /// The pause after a request that has ended so, at this time.
    mutating func length(after ending: Ending, at now: ContinuousClock.Instant) -> Duration {
        if ending == .answered || last.map({ now - $0 >= Self.memory }) ?? false { next = Self.shortest }
        guard ending == .unanswered else { return Self.shortest }
        last = now
        defer { next = min(next * 2, Self.longest) }
        return next
    }
}
