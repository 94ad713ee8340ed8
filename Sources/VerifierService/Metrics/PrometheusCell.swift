/// One measured series.
protocol PrometheusCell: AnyObject, Sendable {
    /// `counter`, `gauge` or `histogram`.
    var type: String { get }
    /// Its lines of Prometheus text.
    func lines(name: String, labels: String) -> String
}

extension PrometheusCell {
    /// Labels in braces, with one more where there is one.
    func braced(_ labels: String, _ extra: String = "") -> String {
        let all = [labels, extra].filter { !$0.isEmpty }.joined(separator: ",")
        return all.isEmpty ? "" : "{\(all)}"
    }
}
