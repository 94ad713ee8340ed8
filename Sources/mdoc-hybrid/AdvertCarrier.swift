import ArgumentParser
import DesktopServices
import HybridTransport
import HybridTunnel

/// What carries adverts from one device to the other. The one place where that is chosen.
enum AdvertCarrier: Sendable, ExpressibleByArgument {
    /// Bluetooth, by BlueZ.
    case bluetooth
    /// Datagrams to a port of this machine.
    case loopback(port: Int)

    init?(argument: String) {
        if argument == "bluetooth" {
            self = .bluetooth
            return
        }
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == "loopback", let port = Int(parts[1]), (1...65_535).contains(port) else { return nil }
        self = .loopback(port: port)
    }

    /// Hears and sends adverts.
    var carried: any AdvertSource & AdvertSink {
        switch self {
        case .bluetooth: BluetoothAdverts()
        case .loopback(let port): LoopbackAdverts(port: port)
        }
    }
}
