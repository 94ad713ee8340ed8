import Foundation

/// One figure of a run, on a line of its own: `run NAME VALUE`. The model in docs/scale.md names them.
enum Figure {
    static func print(_ name: String, _ value: Double) { Swift.print("run \(name) " + String(format: "%.3f", value)) }

    /// Median, 99th and 99.9th percentile in milliseconds, and the slowest.
    static func print(_ name: String, _ latencies: Latencies) {
        for (end, percentile) in [("p50", 50), ("p99", 99), ("p999", 99.9), ("slowest", 100)] {
            print("\(name)-\(end)", latencies.milliseconds(percentile))
        }
    }
}
