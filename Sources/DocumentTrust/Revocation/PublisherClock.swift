package import MobileDocument

/// How far the clock of whoever publishes a list may be ahead.
package enum PublisherClock {
    /// Most seconds.
    private static let mostSeconds: Int64 = 60

    /// The latest moment at which a list can have been made by now. One of a later moment is not taken, and does not count; any other does at
    /// once, since it takes the place of the one before.
    package static func latestMoment(at time: Instant) -> Instant { time.advanced(bySeconds: mostSeconds) }
}
