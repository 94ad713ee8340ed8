import HybridTransport

/// Sends an advert, on a thread of its own.
struct BluetoothAdvertiser {
    private let connection: BusConnection
    private let manager: String
    private let stop: StopFlag
    private let properties: [String: BusValue]

    private static let path = "/org/mdoc/advert"

    /// Finds an adapter that can.
    init(_ bus: BusConnection.Bus, through library: BusLibrary?, _ advert: Advert, until stop: StopFlag) throws(BusFault) {
        connection = try BusConnection(bus, through: library, until: stop)
        self.stop = stop
        manager = try BlueZ.adapter(with: BlueZ.advertisingManager, on: connection)
        let uuid = BlueZ.uuid(Advert.serviceUUID)
        // Flags, the service and its data fill the 31 bytes of an advertisement.
        properties = [
            "Type": .text("broadcast"), "ServiceUUIDs": .texts([uuid]), "ServiceData": .dictionary([uuid: .bytes(advert.bytes)]),
        ]
    }

    /// Sends until it is stopped. The daemon asks back for the advertisement's properties before it takes it.
    func run() throws(BusFault) {
        connection.listen(BlueZ.departures)
        _ = try connection.call(
            BlueZ.service, manager, BlueZ.advertisingManager, "RegisterAdvertisement", [.path(Self.path), .dictionary([:])], serving: serve)
        while !stop.isSet {
            if let message = try connection.next(serving: serve), BlueZ.isDeparture(message) { throw BusFault("the Bluetooth daemon has ended") }
        }
        _ = try connection.call(
            BlueZ.service, manager, BlueZ.advertisingManager, "UnregisterAdvertisement", [.path(Self.path)], lingers: true, serving: serve)
    }

    private func serve(_ call: BusConnection.Message) -> [BusValue]? {
        guard call.path == Self.path else { return nil }
        return switch (call.interface, call.member) {
        case (BlueZ.properties, "GetAll"): [.dictionary(properties)]
        case (BlueZ.advertisement, "Release"): []
        default: nil
        }
    }
}
