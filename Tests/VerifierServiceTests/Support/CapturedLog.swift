import Logging
import Synchronization

/// Keeps every line that is logged.
final class CapturedLog: Sendable {
    private let lines = Mutex<[String]>([])

    var text: String { lines.withLock { $0.joined(separator: "\n") } }

    /// How many lines hold a text.
    func count(of text: String) -> Int { lines.withLock { $0.count { $0.contains(text) } } }

    var logger: Logger { Logger(label: "test", factory: { _ in Handler(log: self) }) }

    private func append(_ line: String) { lines.withLock { $0.append(line) } }

    private struct Handler: LogHandler {
        let log: CapturedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { log.append("\(event.level) \(event.message) \(metadata) \(event.metadata ?? [:])") }
    }
}
