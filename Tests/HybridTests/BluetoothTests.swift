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

    @Test(
        "An advert is heard of a device that is new and of one that is known, under the service's identifier and under its older one",
        arguments: [[], ["--known"]] as [[String]], [Advert.serviceUUID, Advert.olderServiceUUID])
    func known(_ options: [String], _ service: UInt16) async throws {
        let port = try DatagramPort.free()
        try await FakeBlueZ.during(options: options + ["--adverts", "\(port)"]) { daemon in
            let data = FixedExchange().advert
            let heard = try await BluetoothAdverts(busAddress: daemon.address).listen()
            try await Radio.during([(service, data)], to: port) {
                // What the daemon remembers of the device is not heard.
                #expect(await heard.first { _ in true } == Advert(serviceData: data))
            }
        }
    }

    @Test("Both roles meet though others advertise before them: other services, what is too short to be an advert, and another phone")
    func others() async throws {
        let port = try DatagramPort.free()
        try await FakeBlueZ.during(options: ["--adverts", "\(port)"]) { daemon in
            let adverts = BluetoothAdverts(busAddress: daemon.address)
            let meeting = Meeting()
            let foreign: [(service: UInt16, data: [UInt8])] = [
                (0xFEAA, [UInt8](repeating: 1, count: 20)), (Advert.serviceUUID, [1, 2, 3]), (Advert.serviceUUID, [UInt8](repeating: 4, count: 20)),
            ]
            try await Radio.during(foreign, to: port) {
                let client = HybridClient(tunnels: meeting.tunnels, adverts: adverts)
                async let asked = client.present(Meeting.request, to: meeting.shown)
                var others = 0
                for await line in daemon.lines where line == "advert" {
                    others += 1
                    if others == foreign.count { break }
                }
                let authenticator = HybridAuthenticator(tunnels: meeting.tunnels, adverts: adverts, domain: try TunnelDomain(1000))
                let answered = try await authenticator.answer(meeting.scanned, at: meeting.now) { _ in Meeting.credential }
                #expect(answered == Meeting.credential)
                #expect(try await asked == Meeting.credential)
            }
        }
    }

    @Test("A Bluetooth daemon that ends while it is listened to and sends for somebody ends both: nobody waits for what it will not say")
    func ended() async throws {
        try await FakeBlueZ.during { daemon in
            let adverts = BluetoothAdverts(busAddress: daemon.address)
            let advert = try #require(Advert(serviceData: FixedExchange().advert))
            let heard = try await adverts.listen()
            let sending = Task { await Outcome.of { try await adverts.send(advert) } }
            #expect(await heard.first { _ in true } == advert)
            daemon.end()
            for await _ in heard {}
            #expect(await sending.value == .advert)
        }
    }

    @Test("A Bluetooth daemon that ends while listening to it begins is not listened to: the one in its place was asked for nothing")
    func succeeded() async throws {
        try await FakeBlueZ.during(options: ["--succeeded"]) { daemon in
            #expect(await Outcome.of { try await BluetoothAdverts(busAddress: daemon.address).listen() } == .advert)
        }
    }

    @Test("What another program at the bus says in the Bluetooth daemon's name is nobody's word: neither an advert, nor that the daemon has ended")
    func forged() async throws {
        try await FakeBlueZ.during(options: ["--stranger"]) { daemon in
            let adverts = BluetoothAdverts(busAddress: daemon.address)
            let advert = try #require(Advert(serviceData: FixedExchange().advert))
            let heard = try await adverts.listen()
            #expect(await daemon.lines.first { $0 == "forged 1" } != nil)
            let sending = Task { await Outcome.of { try await adverts.send(advert) } }
            #expect(await heard.first { _ in true } == advert)
            var rounds = 0
            for await line in daemon.lines where line == "forged 2" {
                rounds += 1
                if rounds == 3 { break }
            }
            sending.cancel()
            #expect(await sending.value == nil)
        }
    }

    /// Why an advert is neither heard nor sent.
    private func reasons(_ adverts: BluetoothAdverts) async throws -> [String] {
        let advert = try #require(Advert(serviceData: FixedExchange().advert))
        var reasons: [String] = []
        do { _ = try await adverts.listen() } catch { reasons.append("\(error)") }
        do { try await adverts.send(advert) } catch { reasons.append("\(error)") }
        #expect(reasons.count == 2 && reasons.allSatisfy { $0.hasPrefix("hybrid.advert: ") }, "\(reasons)")
        return reasons
    }

    @Test("An adapter that is switched off is said to be, and how it is switched on")
    func off() async throws {
        try await FakeBlueZ.during(options: ["--off"]) { daemon in
            let reasons = try await self.reasons(BluetoothAdverts(busAddress: daemon.address))
            #expect(reasons.allSatisfy { $0.contains("switched off") && $0.contains("bluetoothctl power on") }, "\(reasons)")
        }
    }

    @Test("Without libdbus the error names it, and its package")
    func noLibrary() async throws {
        let reasons = try await self.reasons(BluetoothAdverts(busAddress: "unix:path=/nowhere/bus", library: "libdbus-of-nobody.so"))
        #expect(reasons.allSatisfy { $0.contains("libdbus-1.so.3 is not installed") && $0.contains("package libdbus-1-3") }, "\(reasons)")
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
        try await FakeBlueZ.during(options: ["--silent"]) { daemon in
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

    @Test("A notification reaches the desktop where there is one, with its words and nothing else, and is taken back; without a desktop nobody waits")
    func notification() async throws {
        try await FakeBlueZ.during { daemon in
            let notification = DesktopNotification(title: "A device asks", text: "Look there", busAddress: daemon.address)
            let showing = Task { await notification.show() }
            await expectShownAndTakenBack(showing, by: daemon)
        }
        try await FakeBlueZ.during(isDaemonThere: false) { daemon in
            await DesktopNotification(title: "A device asks", text: "Look there", busAddress: daemon.address).show()
        }
        await DesktopNotification(title: "A device asks", text: "Look there", busAddress: nil).show()
    }

    @Test("A notification that is given up while the desktop has not yet told its number is taken back, too; one that is given up before is not shown")
    func givenUpEarly() async throws {
        try await FakeBlueZ.during(options: ["--late"]) { daemon in
            let address = daemon.address
            let never = Task {
                while !Task.isCancelled { await Task.yield() }
                await DesktopNotification(title: "Nobody asks", text: "Look nowhere", busAddress: address).show()
            }
            never.cancel()
            await never.value
            let showing = Task { await DesktopNotification(title: "A device asks", text: "Look there", busAddress: address).show() }
            await expectShownAndTakenBack(showing, by: daemon)
        }
    }

    /// The notification is the first that the desktop is told of, and goes when it is given up.
    private func expectShownAndTakenBack(_ showing: Task<Void, Never>, by daemon: FakeBlueZ) async {
        var lines = daemon.lines.makeAsyncIterator()
        let told = await lines.next()
        #expect(told == "notification|A device asks|Look there")
        showing.cancel()
        await showing.value
        let withdrawn = await lines.next()
        #expect(withdrawn == "withdrawn|1")
    }

    @Test("A notification that leads somewhere is chosen when the person chooses that one; whoever gives up takes it back and waits no longer, and without a desktop nobody does")
    func chosen() async throws {
        try await FakeBlueZ.during(options: ["--choose", "2"]) { daemon in
            var lines = daemon.lines.makeAsyncIterator()
            let first = DesktopNotification(title: "A device asks", text: "Look there", busAddress: daemon.address)
            let passedOver = Task { await first.isChosen(for: "Show it") }
            let told = await lines.next()
            #expect(told == "notification|A device asks|Look there")
            #expect(await DesktopNotification(title: "Another asks", text: "Look here", busAddress: daemon.address).isChosen(for: "Show that"))
            let (next, chosen) = (await lines.next(), await lines.next())
            #expect(next == "notification|Another asks|Look here" && chosen == "chosen|Show that")
            passedOver.cancel()
            #expect(await !passedOver.value)
            let withdrawn = await lines.next()
            #expect(withdrawn == "withdrawn|1")
        }
        try await FakeBlueZ.during(isDaemonThere: false) { daemon in
            #expect(await !DesktopNotification(title: "A device asks", text: "Look there", busAddress: daemon.address).isChosen(for: "Show it"))
        }
        #expect(await !DesktopNotification(title: "A device asks", text: "Look there", busAddress: nil).isChosen(for: "Show it"))
    }
}
