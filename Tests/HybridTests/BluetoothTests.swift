import DesktopServices
import HybridTransport
import LoopbackServers
import Testing

/// Against a Bluetooth daemon without a radio, which asks back as BlueZ does (`Tests/Browser/fake_bluez.py`).
@Suite(
    "Adverts over BlueZ", .serialized, .timeLimit(.minutes(5)),
    .enabled(if: FakeBlueZ.absence == nil, Comment(rawValue: "needs dbus-daemon and Python with dbus_fast: \(FakeBlueZ.absence ?? "")")))
struct BluetoothTests {
    @Test("An advert that one program sends, another hears, and nobody once it is taken back")
    func heard() async throws {
        try await FakeBlueZ.during { daemon in
            let adverts = BluetoothAdverts(busAddress: daemon.address)
            let advert = try #require(Advert(serviceData: FixedExchange().advert))
            let heard = try await adverts.listen()
            let sending = Task { try await adverts.send(advert) }
            #expect(await heard.first { _ in true } == advert)
            sending.cancel()
            try await sending.value
            #expect(await daemon.lines.first { $0 != "advert" } == "unregistered")
        }
    }

    @Test("Both roles meet with nothing but adverts over BlueZ")
    func roles() async throws {
        try await FakeBlueZ.during { daemon in
            let adverts = BluetoothAdverts(busAddress: daemon.address)
            let meeting = Meeting()
            let authenticator = HybridAuthenticator(tunnels: meeting.tunnels, adverts: adverts, domain: try TunnelDomain(1000))
            async let served = authenticator.answer(meeting.scanned, at: meeting.now) { _ in Meeting.credential }
            #expect(try await HybridClient(tunnels: meeting.tunnels, adverts: adverts).present(Meeting.request, to: meeting.shown) == Meeting.credential)
            #expect(try await served == Meeting.credential)
        }
    }

    @Test("Without a Bluetooth daemon, or without a bus, the error says what is missing")
    func absent() async throws {
        let advert = try #require(Advert(serviceData: FixedExchange().advert))
        try await FakeBlueZ.during(isDaemonThere: false) { daemon in
            let adverts = BluetoothAdverts(busAddress: daemon.address)
            #expect(await Outcome.of { try await adverts.send(advert) } == .advert)
            #expect(await Outcome.of { try await adverts.listen() } == .advert)
        }
        let nowhere = BluetoothAdverts(busAddress: "unix:path=/nowhere/bus")
        #expect(await Outcome.of { try await nowhere.send(advert) } == .advert)
        #expect(await Outcome.of { try await nowhere.listen() } == .advert)
    }

    @Test("Whoever gives up while the Bluetooth daemon does not answer is not held up by it: sending ends, and listening says so")
    func givenUp() async throws {
        let advert = try #require(Advert(serviceData: FixedExchange().advert))
        try await FakeBlueZ.during(isSilent: true) { daemon in
            let adverts = BluetoothAdverts(busAddress: daemon.address)
            let sending = Task { await Outcome.of { try await adverts.send(advert) } }
            let listening = Task { await Outcome.of { try await adverts.listen() } }
            var asked = 0
            for await line in daemon.lines where line == "asked" {
                asked += 1
                if asked == 2 { break }
            }
            sending.cancel()
            listening.cancel()
            #expect(await sending.value == nil)
            #expect(await listening.value == .cancelled)
        }
    }

    @Test("A notification reaches the desktop where there is one, with its words and nothing else")
    func notification() async throws {
        try await FakeBlueZ.during { daemon in
            #expect(await DesktopNotification(title: "A device asks", text: "Look there", busAddress: daemon.address).show())
            #expect(await daemon.lines.first { _ in true } == "notification|A device asks|Look there")
        }
        try await FakeBlueZ.during(isDaemonThere: false) { daemon in
            #expect(await !DesktopNotification(title: "A device asks", text: "Look there", busAddress: daemon.address).show())
        }
        #expect(await !DesktopNotification(title: "A device asks", text: "Look there", busAddress: nil).show())
    }
}
