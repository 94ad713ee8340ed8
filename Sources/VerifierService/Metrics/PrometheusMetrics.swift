public import CoreMetrics
import Synchronization

/// A backend for swift-metrics that is read as Prometheus text (exposition format 0.0.4).
///
/// Timers become histograms in seconds, meters gauges. Names are made of what Prometheus allows; the number of series is bounded,
/// so that no label of a stranger's choosing can fill the memory.
public final class PrometheusMetrics: MetricsFactory {
    struct Series: Hashable {
        let name: String
        let labels: String
    }

    private let cells = Mutex<[Series: any PrometheusCell]>([:])
    private static let maximumSeries = 4096

    /// Starts with nothing measured.
    public init() {}

    private func cell<Cell: PrometheusCell>(_ label: String, _ dimensions: [(String, String)], _ make: () -> Cell) -> Cell {
        let series = Series(name: Self.name(label), labels: Self.labels(dimensions))
        return cells.withLock { cells in
            if let known = cells[series] as? Cell { return known }
            let cell = make()
            if cells.count < Self.maximumSeries { cells[series] = cell }
            return cell
        }
    }

    /// Everything measured so far, as text.
    public func text() -> String {
        let snapshot = cells.withLock { $0 }
        var text = ""
        for (name, series) in Dictionary(grouping: snapshot, by: \.key.name).sorted(by: { $0.key < $1.key }) {
            guard let type = series.first?.value.type else { continue }
            text += "# TYPE \(name) \(type)\n"
            for (key, cell) in series.sorted(by: { $0.key.labels < $1.key.labels }) where cell.type == type {
                text += cell.lines(name: name, labels: key.labels)
            }
        }
        return text
    }

    /// A counter's cell.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler { cell(label + "_total", dimensions, CounterCell.init) }

    /// A floating-point counter's cell.
    public func makeFloatingPointCounter(label: String, dimensions: [(String, String)]) -> any FloatingPointCounterHandler {
        cell(label + "_total", dimensions, CounterCell.init)
    }

    /// A recorder's cell: a histogram, or a gauge where no distribution is wanted.
    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        if aggregate { return cell(label, dimensions, HistogramCell.init) }
        return cell(label, dimensions, GaugeCell.init)
    }

    /// A meter's cell.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler { cell(label, dimensions, GaugeCell.init) }

    /// A timer's cell.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { cell(label + "_seconds", dimensions, HistogramCell.init) }

    /// Series are kept for the life of the process.
    public func destroyCounter(_ handler: any CounterHandler) {}
    /// Series are kept for the life of the process.
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    /// Series are kept for the life of the process.
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    /// Series are kept for the life of the process.
    public func destroyMeter(_ handler: any MeterHandler) {}
    /// Series are kept for the life of the process.
    public func destroyTimer(_ handler: any TimerHandler) {}

    private static func name(_ label: String) -> String { String(label.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }) }

    private static func labels(_ dimensions: [(String, String)]) -> String {
        dimensions.map { name, value in
            let escaped = value.unicodeScalars.prefix(128).map(Self.escaped).joined()
            return "\(Self.name(name))=\"\(escaped)\""
        }.joined(separator: ",")
    }

    /// A quotation mark ends a value and a line feed its line, whatever mark or return stands beside it and makes another character of the two.
    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\\": #"\\"#
        case "\"": #"\""#
        case "\n": #"\n"#
        default: String(scalar)
        }
    }
}
