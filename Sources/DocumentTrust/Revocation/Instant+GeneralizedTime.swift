package import MobileDocument
package import SwiftASN1

extension Instant {
    /// The moment that a revocation list names; nil for a day that there is not.
    package init?(_ time: GeneralizedTime) {
        guard let day = CalendarDate(year: time.year, month: time.month, day: time.day) else { return nil }
        self = day.startOfDay.advanced(bySeconds: Int64(time.hours * 3600 + time.minutes * 60 + time.seconds))
    }
}
