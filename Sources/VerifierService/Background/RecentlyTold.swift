import MobileDocument
import Synchronization

/// Remembers for a while what somebody was told, so that not every answer tells what the one before it did.
///
/// Not for longer: the refreshers forget what the trust store no longer speaks of, and learn it anew from the next answer.
final class RecentlyTold<News: Hashable & Sendable>: Sendable {
    private let told = Mutex<[News: Instant]>([:])
    private let seconds: Int64
    private let most: Int

    /// - Parameters:
    ///   - seconds: how long something told is no news.
    ///   - most: how much is remembered; beyond it everything is forgotten, and told once more.
    init(seconds: Int64, most: Int) {
        self.seconds = seconds
        self.most = most
    }

    /// Whether this is to be told now; it then counts as told.
    func isNews(_ news: News, at time: Instant) -> Bool {
        told.withLock { told in
            if let last = told[news], last <= time, time < last.advanced(bySeconds: seconds) { return false }
            if told.count >= most { told.removeAll() }
            told[news] = time
            return true
        }
    }
}
