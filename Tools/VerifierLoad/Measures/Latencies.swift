import Histogram

/// How long things took, each counted to a thousandth of itself, from a microsecond on.
struct Latencies: Sendable {
    private var microseconds = Histogram<UInt64>(numberOfSignificantValueDigits: .three)

    var count: Int { Int(microseconds.totalCount) }

    mutating func add(_ duration: Duration) {
        let passed = duration / .microseconds(1)
        microseconds.record(passed > 1 ? UInt64(passed) : 1)
    }

    /// The milliseconds within which a share of them was done.
    ///
    /// - Parameter percentile: from 0 to 100; 100 is the slowest.
    func milliseconds(_ percentile: Double) -> Double { Double(microseconds.valueAtPercentile(percentile)) / 1000 }
}
