import Synchronization

/// What a tunnel service counts: numbers only, nothing of who or what.
final class TunnelMeasures: Sendable {
    private struct Counts {
        var connections = 0
        var opened = 0
        var joined = 0
        var refused = 0
        var bytes = 0
    }

    private let counts = Mutex(Counts())

    /// Takes a connection in, unless there are as many as there may be.
    func connect(atMost limit: Int) -> Bool {
        counts.withLock { counts in
            guard counts.connections < limit else {
                counts.refused += 1
                return false
            }
            counts.connections += 1
            return true
        }
    }

    func disconnect() { counts.withLock { $0.connections -= 1 } }
    func open() { counts.withLock { $0.opened += 1 } }
    func join() { counts.withLock { $0.joined += 1 } }
    func refuse() { counts.withLock { $0.refused += 1 } }
    func carry(_ bytes: Int) { counts.withLock { $0.bytes += bytes } }

    /// Prometheus text (exposition format 0.0.4).
    var text: String {
        let counts = counts.withLock { $0 }
        let series = [
            ("connections", "gauge", counts.connections), ("tunnels_opened_total", "counter", counts.opened),
            ("tunnels_joined_total", "counter", counts.joined), ("refusals_total", "counter", counts.refused),
            ("carried_bytes_total", "counter", counts.bytes),
        ]
        return series.map { "# TYPE mdoc_tunnel_\($0.0) \($0.1)\nmdoc_tunnel_\($0.0) \($0.2)\n" }.joined()
    }
}
