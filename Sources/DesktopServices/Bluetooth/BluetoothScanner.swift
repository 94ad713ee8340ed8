import HybridTransport

/// Hears devices near, on a thread of its own.
struct BluetoothScanner {
    private let connection: BusConnection
    private let adapter: String
    private let daemon: String
    private let stop: StopFlag

    /// Starts the adapter's discovery.
    init(_ bus: BusConnection.Bus, through library: BusLibrary?, until stop: StopFlag) throws(BusFault) {
        connection = try BusConnection(bus, through: library, until: stop)
        self.stop = stop
        adapter = try BlueZ.adapter(with: BlueZ.adapter, on: connection)
        for (interface, member) in [(BlueZ.objectManager, "InterfacesAdded"), (BlueZ.properties, "PropertiesChanged")] {
            connection.listen("type='signal',sender='\(BlueZ.service)',interface='\(interface)',member='\(member)'")
        }
        connection.listen(BlueZ.departures)
        // Asked once what tells of its end is heard, and again at last: an end that is told before `run` goes unheard.
        daemon = try BlueZ.owner(on: connection)
        // Each advert counts, also of a device that was heard before.
        let filter = BusValue.dictionary(["Transport": .text("le"), "DuplicateData": .flag(true)])
        _ = try connection.call(BlueZ.service, adapter, BlueZ.adapter, "SetDiscoveryFilter", [filter])
        _ = try connection.call(BlueZ.service, adapter, BlueZ.adapter, "StartDiscovery")
        guard try BlueZ.owner(on: connection) == daemon else { throw BusFault("the Bluetooth daemon has ended") }
    }

    /// Hears until it is stopped, or daemon or bus have ended.
    func run(_ hear: (Advert) -> Void) {
        do throws(BusFault) {
            while !stop.isSet {
                guard let message = try connection.next(), message.kind == .signal else { continue }
                if BlueZ.isDeparture(message) { return }
                if let advert = BlueZ.advert(in: message, of: daemon) { hear(advert) }
            }
            _ = try connection.call(BlueZ.service, adapter, BlueZ.adapter, "StopDiscovery", lingers: true)
        } catch { return }
    }
}
