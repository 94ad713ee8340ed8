import CoreMetrics
import Synchronization

/// A number that goes up and down.
final class GaugeCell: PrometheusCell, MeterHandler, RecorderHandler {
    private let value = Mutex(0.0)
    let type = "gauge"

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { self.value.withLock { $0 = value } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func record(_ value: Int64) { set(value) }
    func record(_ value: Double) { set(value) }
    func lines(name: String, labels: String) -> String { "\(name)\(braced(labels)) \(value.withLock { $0 })\n" }
}
