public import MobileDocument

/// How far the clocks of instances that share a store may differ.
public enum ClockDifference {
    /// Most seconds.
    public static let mostSeconds: Int64 = 3_600

    /// The latest moment at which anything in the store can have happened by now. What is dated later was dated by a clock that has been set
    /// back since, and is due: by its own dates it would stay for as much longer as that clock was fast.
    public static func latestMoment(at time: Instant) -> Instant { time.advanced(bySeconds: mostSeconds) }
}
