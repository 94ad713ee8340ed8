import CoreMetrics
import Synchronization

/// A number that only grows.
final class CounterCell: PrometheusCell, CounterHandler, FloatingPointCounterHandler {
    private let value = Mutex(0.0)
    let type = "counter"

    func increment(by amount: Int64) { increment(by: Double(amount)) }
    func increment(by amount: Double) { value.withLock { $0 += max(amount, 0) } }
    func reset() { value.withLock { $0 = 0 } }
    func lines(name: String, labels: String) -> String { "\(name)\(braced(labels)) \(value.withLock { $0 })\n" }
}
