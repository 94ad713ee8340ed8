import HybridTransport

/// Names of BlueZ's objects, and what its messages say of adverts.
enum BlueZ {
    static let service = "org.bluez"
    static let adapter = "org.bluez.Adapter1"
    static let device = "org.bluez.Device1"
    static let advertisingManager = "org.bluez.LEAdvertisingManager1"
    static let advertisement = "org.bluez.LEAdvertisement1"
    static let objectManager = "org.freedesktop.DBus.ObjectManager"
    static let properties = "org.freedesktop.DBus.Properties"
    private static let bus = "org.freedesktop.DBus"

    /// Which signals tell that the daemon has ended.
    static let departures = "type='signal',sender='\(bus)',interface='\(bus)',member='NameOwnerChanged',arg0='\(service)'"

    /// The long form of a 16-bit identifier of a service.
    static func uuid(_ short: UInt16) -> String {
        let digits = String(short, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits + "-0000-1000-8000-00805f9b34fb"
    }

    /// Where the first adapter is that has an interface and is switched on.
    static func adapter(with interface: String, on connection: BusConnection) throws(BusFault) -> String {
        let answer = try connection.call(service, "/", objectManager, "GetManagedObjects")
        guard case .dictionary(let objects)? = answer.first else { throw BusFault("\(service) does not say which Bluetooth adapters there are") }
        let able = objects.filter { $0.value[interface] != nil }
        guard !able.isEmpty else { throw BusFault("there is no Bluetooth adapter that can do it; plug one in") }
        guard let found = able.filter({ $0.value[adapter]?["Powered"] == .flag(true) }).keys.min() else {
            throw BusFault("the Bluetooth adapter is switched off; switch it on (bluetoothctl power on)")
        }
        return found
    }

    /// The name that the bus gave the daemon's connection.
    static func owner(on connection: BusConnection) throws(BusFault) -> String {
        let answer = try connection.call(bus, "/org/freedesktop/DBus", bus, "GetNameOwner", [.text(service)])
        guard case .text(let owner)? = answer.first else { throw BusFault("the message bus does not say whose \(service) is") }
        return owner
    }

    /// Whether a message says that the daemon has ended. One that begins in its place knows nothing of what this one was asked.
    static func isDeparture(_ message: BusConnection.Message) -> Bool {
        guard message.kind == .signal, message.sender == bus, message.interface == bus, message.member == "NameOwnerChanged", message.values.count == 3
        else { return false }
        return message.values[0] == .text(service) && message.values[1] != .text("")
    }

    /// The advert in what a message says of a device; nil for most devices of a room.
    static func advert(of device: BusValue?) -> Advert? {
        guard let data = device?["ServiceData"] else { return nil }
        return [Advert.serviceUUID, Advert.olderServiceUUID].lazy.compactMap { data[uuid($0)]?.bytes.flatMap { Advert(serviceData: $0) } }.first
    }

    /// The advert in a signal of the daemon's.
    static func advert(in signal: BusConnection.Message, of daemon: String) -> Advert? {
        guard signal.sender == daemon else { return nil }
        return switch (signal.interface, signal.member, signal.values.count) {
        case (objectManager, "InterfacesAdded", 2...): advert(of: signal.values[1][device])
        case (properties, "PropertiesChanged", 2...) where signal.values[0] == .text(device): advert(of: signal.values[1])
        default: nil
        }
    }
}
