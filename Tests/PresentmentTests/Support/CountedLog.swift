import Logging
import Synchronization

/// Counts what is logged with certain words in it, and cancels whoever logs certain others.
final class CountedLog: Sendable {
    private struct Handler: LogHandler {
        let log: CountedLog
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level = .trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let message = "\(event.message)"
            if message.contains(log.words) { log.counted.withLock { $0 += 1 } }
            if let cancelling = log.cancelling, message.contains(cancelling) { withUnsafeCurrentTask { $0?.cancel() } }
        }
    }

    private let words: String
    private let cancelling: String?
    private let counted = Mutex(0)

    /// How often so far.
    var count: Int { counted.withLock { $0 } }
    var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

    init(_ words: String, cancellingAt cancelling: String? = nil) {
        self.words = words
        self.cancelling = cancelling
    }
}
