"""A Bluetooth daemon without a radio: owns org.bluez on a private bus, and turns datagrams to a port of this machine into adverts.

    fake_bluez.py --bus unix:path=SOCKET [--adverts PORT] [--known] [--off] [--silent] [--choose NUMBER] [--late] [--stranger]
        [--succeeded]

A datagram is the 16-bit identifier of a service, big-endian, and its data, as `mdoc phone` sends it. Adverts that are registered over the bus
are heard by whoever discovers over the bus. Prints "ready", then a line per advert. With --known all of them come from one device that was
heard before, and with --off the adapter is switched off.
Answers as much of BlueZ's interfaces as Chromium and our own adverts ask for, and notifications of the desktop, which it prints; of one that is
taken back "withdrawn" and its number. With --choose the person chooses the one of that number, counted from 1, if it leads anywhere; "chosen"
and what that does is printed then. With --late a notification's number is told half a second after it is shown. With --silent it answers
nothing, and prints "asked" instead. With --stranger another connection goes on telling whoever has asked for adverts, or sends one, of an advert
and of the daemon's end, in its name; "forged" and how many it told is printed.
With --succeeded another connection has the daemon's name by the time that discovery is said to have begun, as after a restart.
"""
import argparse
import asyncio
import socket

from dbus_fast import BusType, Message, MessageType, Variant
from dbus_fast.aio import MessageBus

ADAPTER = "/org/bluez/hci0"
ADAPTER_INTERFACE = "org.bluez.Adapter1"
NOTIFICATIONS = "org.freedesktop.Notifications"
KNOWN = ADAPTER + "/dev_C0_00_00_00_00_00"
DEVICE_INTERFACE = "org.bluez.Device1"
PROPERTIES = "org.freedesktop.DBus.Properties"


class Daemon:
    def __init__(self, bus, options):
        self.bus, self.options, self.devices, self.seen, self.registered, self.notifications = bus, options, 0, set(), {}, 0
        self.askers, self.successor = set(), None
        self.adapter = {
            "Address": Variant("s", "00:11:22:33:44:55"), "AddressType": Variant("s", "public"), "Name": Variant("s", "adapter"),
            "Alias": Variant("s", "adapter"), "Class": Variant("u", 0), "Powered": Variant("b", not options.off), "Discoverable": Variant("b", False),
            "DiscoverableTimeout": Variant("u", 0), "Pairable": Variant("b", False), "Discovering": Variant("b", False),
            "UUIDs": Variant("as", []), "Modalias": Variant("s", "usb:v1D6Bp0246d0500"), "Roles": Variant("as", ["central", "peripheral"])}

    def objects(self):
        # What a device said before it was asked for is remembered, and is no advert.
        known = {KNOWN: {DEVICE_INTERFACE: self.device("C0:00:00:00:00:00", bytes.fromhex("fff9") + bytes(20))}} if self.options.known else {}
        return {
            "/org/bluez": {"org.bluez.AgentManager1": {}, "org.bluez.ProfileManager1": {}},
            ADAPTER: {ADAPTER_INTERFACE: self.adapter, "org.bluez.LEAdvertisingManager1": {}, "org.bluez.GattManager1": {}}, **known}

    def handle(self, message):
        if message.message_type is not MessageType.METHOD_CALL or message.destination not in (
                self.bus.unique_name, "org.bluez", NOTIFICATIONS):
            return None
        if self.options.silent:
            print("asked", flush=True)
            return True
        if self.options.off and message.member in ("StartDiscovery", "RegisterAdvertisement"):
            return Message.new_error(message, "org.bluez.Error.NotReady", "Resource Not Ready")
        if message.member in ("StartDiscovery", "RegisterAdvertisement"):
            self.askers.add(message.sender)
        match (message.interface, message.member):
            case ("org.freedesktop.DBus.ObjectManager", "GetManagedObjects"):
                return Message.new_method_return(message, "a{oa{sa{sv}}}", [self.objects()])
            case (interface, "GetAll") if interface == PROPERTIES:
                return Message.new_method_return(message, "a{sv}", [self.objects().get(message.path, {}).get(message.body[0], {})])
            case (interface, "Get") if interface == PROPERTIES and message.body[1] in self.adapter:
                return Message.new_method_return(message, "v", [self.adapter[message.body[1]]])
            case (interface, "GetDiscoveryFilters") if interface == ADAPTER_INTERFACE:
                return Message.new_method_return(message, "as", [["Transport"]])
            case ("org.bluez.LEAdvertisingManager1", "RegisterAdvertisement"):
                asyncio.get_running_loop().create_task(self.register(message))
                return True
            case ("org.bluez.LEAdvertisingManager1", "UnregisterAdvertisement"):
                self.registered.pop((message.sender, message.body[0]), None)
                print("unregistered", flush=True)
            case (interface, "Notify") if interface == NOTIFICATIONS:
                print("notification", *message.body[3:5], sep="|", flush=True)
                self.notifications += 1
                actions = dict(zip(message.body[5][::2], message.body[5][1::2]))
                if self.notifications == self.options.choose and "default" in actions:
                    asyncio.get_running_loop().call_soon(self.choose, self.notifications, actions["default"])
                answer = Message.new_method_return(message, "u", [self.notifications])
                if not self.options.late:
                    return answer
                asyncio.get_running_loop().call_later(0.5, self.bus.send, answer)
                return True
            case (interface, "CloseNotification") if interface == NOTIFICATIONS:
                print("withdrawn", message.body[0], sep="|", flush=True)
            case (interface, "StartDiscovery") if interface == ADAPTER_INTERFACE and self.options.succeeded:
                asyncio.get_running_loop().create_task(self.give_way(message))
                return True
            case (interface, "StartDiscovery" | "StopDiscovery") if interface == ADAPTER_INTERFACE:
                asyncio.get_running_loop().call_soon(self.discover, message.member == "StartDiscovery")
        return Message.new_method_return(message)

    async def register(self, message):
        """Asks for the advertisement's properties before it answers, as BlueZ does."""
        answer = await self.bus.call(Message(
            destination=message.sender, path=message.body[0], interface=PROPERTIES, member="GetAll", signature="s",
            body=["org.bluez.LEAdvertisement1"]))
        properties = {name: value.value for name, value in answer.body[0].items()}
        # Flags, the list of services and the data have to fit an advertisement.
        if properties["Type"] not in ("broadcast", "peripheral") or len(properties["ServiceUUIDs"]) != 1:
            return self.bus.send(Message.new_error(message, "org.bluez.Error.InvalidArguments", "not an advertisement of one service"))
        (uuid, data), = properties["ServiceData"].items()
        if len(data.value) > 20:
            return self.bus.send(Message.new_error(message, "org.bluez.Error.NotPermitted", "too long"))
        self.registered[message.sender, message.body[0]] = bytes.fromhex(uuid[4:8]) + bytes(data.value)
        self.bus.send(Message.new_method_return(message))
        return None

    async def give_way(self, message):
        self.successor = await MessageBus(bus_address=self.options.bus, bus_type=BusType.SYSTEM).connect()
        await self.bus.release_name("org.bluez")
        await self.successor.request_name("org.bluez")
        self.bus.send(Message.new_method_return(message))

    def choose(self, number, words):
        print("chosen", words, sep="|", flush=True)
        self.signal("/org/freedesktop/Notifications", NOTIFICATIONS, "ActionInvoked", "us", [number, "default"])

    def discover(self, is_on):
        self.adapter["Discovering"] = Variant("b", is_on)
        self.seen.clear()
        self.signal(ADAPTER, PROPERTIES, "PropertiesChanged", "sa{sv}as", [ADAPTER_INTERFACE, {"Discovering": Variant("b", is_on)}, []])

    def signal(self, path, interface, member, signature, body):
        self.bus.send(Message.new_signal(path, interface, member, signature, body))

    def device(self, address, data):
        return {
            "Address": Variant("s", address), "AddressType": Variant("s", "random"), "Alias": Variant("s", address.replace(":", "-")),
            "Adapter": Variant("o", ADAPTER), "UUIDs": Variant("as", []), **self.heard(data),
            **{name: Variant("b", False) for name in ("Paired", "Bonded", "Trusted", "Blocked", "LegacyPairing", "Connected", "ServicesResolved")}}

    @staticmethod
    def heard(data):
        return {
            "RSSI": Variant("n", -40),
            "ServiceData": Variant("a{sv}", {f"0000{data[:2].hex()}-0000-1000-8000-00805f9b34fb": Variant("ay", data[2:])})}

    def advertise(self, data):
        """Tells of a new device for each advert that differs, as a phone changes its address with it, or of what the known one says now."""
        if len(data) < 3 or data in self.seen or not self.adapter["Discovering"].value:
            return
        self.seen.add(data)
        self.devices += 1
        address = f"C0:00:00:00:{self.devices >> 8:02X}:{self.devices & 255:02X}"
        if self.options.known:
            self.signal(KNOWN, PROPERTIES, "PropertiesChanged", "sa{sv}as", [DEVICE_INTERFACE, self.heard(data), []])
        else:
            # Chromium hears it from the root only.
            self.signal(
                "/", "org.freedesktop.DBus.ObjectManager", "InterfacesAdded", "oa{sa{sv}}",
                [f"{ADAPTER}/dev_{address.replace(':', '_')}", {DEVICE_INTERFACE: self.device(address, data)}])
        print("advert", flush=True)


def forge(stranger, askers):
    """Sends each of them what only the daemon and the bus itself would say."""
    advert = {"ServiceData": Variant("a{sv}", {"0000fff9-0000-1000-8000-00805f9b34fb": Variant("ay", bytes(20))})}
    for asker in askers:
        for path, interface, member, signature, body in (
                (KNOWN, PROPERTIES, "PropertiesChanged", "sa{sv}as", [DEVICE_INTERFACE, advert, []]),
                ("/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged", "sss", ["org.bluez", ":1.0", ""])):
            stranger.send(Message(
                destination=asker, path=path, interface=interface, member=member, signature=signature, body=body, message_type=MessageType.SIGNAL))
    if askers:
        print("forged", len(askers), flush=True)


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bus", required=True)
    parser.add_argument("--adverts", type=int)
    parser.add_argument("--known", action="store_true")
    parser.add_argument("--off", action="store_true")
    parser.add_argument("--silent", action="store_true")
    parser.add_argument("--choose", type=int)
    parser.add_argument("--late", action="store_true")
    parser.add_argument("--stranger", action="store_true")
    parser.add_argument("--succeeded", action="store_true")
    options = parser.parse_args()
    bus = await MessageBus(bus_address=options.bus, bus_type=BusType.SYSTEM).connect()
    daemon = Daemon(bus, options)
    bus.add_message_handler(daemon.handle)
    await bus.request_name("org.bluez")
    await bus.request_name(NOTIFICATIONS)
    stranger = await MessageBus(bus_address=options.bus, bus_type=BusType.SYSTEM).connect() if options.stranger else None
    ears = None
    if options.adverts:
        ears = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        ears.bind(("127.0.0.1", options.adverts))
        ears.setblocking(False)
    print("ready", flush=True)

    async def repeat():
        while True:
            for data in list(daemon.registered.values()):
                daemon.advertise(data)
            if stranger:
                forge(stranger, daemon.askers)
            await asyncio.sleep(0.1)

    repeating = asyncio.create_task(repeat())
    while ears:
        daemon.advertise(await asyncio.get_running_loop().sock_recv(ears, 300))
    await repeating


asyncio.run(main())
