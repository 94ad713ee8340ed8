package import MobileDocument

/// When something is due, by a clock that may be set meanwhile: one that was set back since makes it due at once, instead of letting it
/// wait until the clock is there again.
package struct DueTime: Sendable {
    /// The moment from which on it is due.
    package let time: Instant
    private let decidedAt: Instant

    /// So many seconds from now; without any, at once.
    package init(after seconds: Int64 = 0, at now: Instant) {
        time = now.advanced(bySeconds: seconds)
        decidedAt = now
    }

    /// Whether it is due.
    package func hasCome(at now: Instant) -> Bool { time <= now || now < decidedAt }
}
