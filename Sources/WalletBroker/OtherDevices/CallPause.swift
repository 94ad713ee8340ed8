/// How long linked devices cannot ask after one of them has: twice as long after each request that was not answered, so that none can nag.
package struct CallPause {
    package static let shortest = Duration.seconds(2)
    package static let longest = Duration.seconds(300)

    private var next = CallPause.shortest

    package init() {}

    /// The pause after a request. An answer makes the next one the shortest again.
    package mutating func length(afterAnswer isAnswered: Bool) -> Duration {
        let length = isAnswered ? Self.shortest : next
        next = isAnswered ? Self.shortest : min(next * 2, Self.longest)
        return length
    }
}
