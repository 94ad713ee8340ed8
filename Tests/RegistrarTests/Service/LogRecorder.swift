import Logging
import Synchronization

/// Keeps every line that is logged, of every level.
final class LogRecorder: Sendable {
    private struct Handler: LogHandler {
        let recorder: LogRecorder
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level = .trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            recorder.lines.withLock { $0.append("\(event.level) \(event.message) \(metadata) \(event.metadata ?? [:])") }
        }
    }

    private let lines = Mutex<[String]>([])

    var logger: Logger { Logger(label: "test") { _ in Handler(recorder: self) } }
    var text: String { lines.withLock { $0.joined(separator: "\n") } }
}
