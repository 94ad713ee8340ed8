import CoreMetrics
import Synchronization

/// How values are distributed; durations in seconds.
final class HistogramCell: PrometheusCell, TimerHandler, RecorderHandler {
    private struct State {
        var counts = [UInt64](repeating: 0, count: HistogramCell.bounds.count)
        var count: UInt64 = 0
        var sum = 0.0
    }

    private static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    private let state = Mutex(State())
    let type = "histogram"

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
    func record(_ value: Int64) { record(Double(value)) }
    func record(_ value: Double) {
        state.withLock { state in
            for (index, bound) in Self.bounds.enumerated() where value <= bound { state.counts[index] += 1 }
            state.count += 1
            state.sum += value
        }
    }

    func lines(name: String, labels: String) -> String {
        let state = state.withLock { $0 }
        var text = ""
        for (bound, count) in zip(Self.bounds, state.counts) { text += "\(name)_bucket\(braced(labels, "le=\"\(bound)\"")) \(count)\n" }
        text += "\(name)_bucket\(braced(labels, "le=\"+Inf\"")) \(state.count)\n"
        return text + "\(name)_sum\(braced(labels)) \(state.sum)\n\(name)_count\(braced(labels)) \(state.count)\n"
    }
}
