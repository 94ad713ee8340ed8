import BrokerMessages
import Crypto
import Foundation
import HybridTransport
import MobileDocument
import QRCodes
import Testing
import WalletBroker

/// What these tests start.
let isHybridBuilt =
    Program.confined("mdoc-request-parser") != nil && ["test-provider", "mdoc-hybrid", "mdoc-tunnel", "mdoc-broker"].allSatisfy { Program.path($0) != nil }

@Suite(
    "A request that is answered on another device", .serialized, .timeLimit(.minutes(10)), .enabled(if: isHybridBuilt, "the programs are not built"))
struct OtherDeviceTests {
    private typealias Answering = TwoMachines.Answering

    /// A request that was asked on the one and is over on both: the next one begins.
    private func goesOn(_ machines: TwoMachines) async throws {
        for scene in [machines.here, machines.there] {
            let agent = try scene.agent()
            try await agent.present(machines.data, origin: machines.requests.origin)
            let session = try await scene.consent.next()
            await session.decline()
            #expect(try await agent.end(machines.data, origin: machines.requests.origin) == .ended(.notAllowed))
        }
        try await eventually {
            [machines.here, machines.there].allSatisfy { RunningProgram(path: $0.folder.deviceProgram).processes.isEmpty }
        }
        await machines.end()
    }

    @Test("Where no app can answer another device does: same request, true origin, and the answer arrives as it was made")
    func answered() async throws {
        let machines = try await TwoMachines()
        let (origin, data) = (machines.requests.origin, machines.data)
        let agent = try machines.here.agent()
        try await agent.present(data, origin: origin)
        #expect(try await agent.notice() == .window(CollectingConsent.window))
        let session = try await machines.here.consent.next()
        #expect(try await session.stage { _ in true } == .selecting([], devices: [.scanning]))
        // Nobody is told of the request before the person chooses the way.
        #expect(RunningProgram(path: machines.here.folder.deviceProgram).processes.isEmpty)
        await #expect(throws: ConsentFault.unknownDevice) { try await session.use("another") }
        try await session.use("scanning")
        #expect(try await agent.notice() == .pull)
        try await agent.release(data, origin: origin)
        let answering = Answering(machines.there.broker, .text(" \(try await session.code())\n"))
        let shown = try await machines.there.consent.next()
        #expect(shown.request == session.request && shown.requester.origin == origin)
        #expect(shown.requester.isOnAnotherDevice && !session.requester.isOnAnotherDevice)
        #expect(shown.requester.reporter == .program(machines.there.folder.deviceProgram))
        // It goes no further.
        #expect(try await shown.stage { _ in true } == .selecting([Self.local], devices: []))
        try await machines.accept(shown)
        // Byte for byte the request that the page made, and the answer that was made of it.
        #expect(try await agent.notice() == .response(data.reversed()))
        #expect(try await session.outcome() == .answered)
        #expect(try await shown.outcome() == .answered)
        #expect(await answering.stages == [.reading, .calling, .joining, .joined, .window(CollectingConsent.window), .ended(code: nil)])
        let records = try await machines.here.broker.history.entries().map(\.record)
        #expect(records.map(\.device) == ["scanning"] && records.map(\.provider) == [nil] && records.map(\.outcome) == [.answered])
        try await goesOn(machines)
    }

    @Test("A picture of the code does what its text does; one without a code is none")
    func picture() async throws {
        let machines = try await TwoMachines()
        let none = Answering(machines.there.broker, .picture(width: 64, pixels: [UInt8](repeating: 200, count: 64 * 64)))
        #expect(await none.stages == [.reading, .ended(code: "hybrid.no-code")])
        let (agent, session, code) = try await machines.asked()
        let drawn = try #require(QRCode(code))
        let (scale, margin) = (5, 4)
        let side = (drawn.side + 2 * margin) * scale
        let pixels = (0..<side * side).map { point in
            drawn.isDark(row: point / side / scale - margin, column: point % side / scale - margin) ? UInt8(30) : 220
        }
        _ = Answering(machines.there.broker, .picture(width: side, pixels: pixels))
        let shown = try await machines.there.consent.next()
        try await machines.accept(shown)
        #expect(try await agent.notice() == .response(machines.data.reversed()))
        #expect(try await session.outcome() == .answered)
        #expect(try await shown.outcome() == .answered)
        try await goesOn(machines)
    }

    @Test("A page cannot tell which way its request went: its user agent hears the same, and hands over the same")
    func sameShapes() async throws {
        let machines = try await TwoMachines(here: [TwoMachines.local])
        let (data, origin) = (machines.data, machines.requests.origin)
        func heard(_ decide: (any ConsentSession) async throws -> Void) async throws -> [UserAgentNotice] {
            let agent = try machines.here.agent()
            try await agent.present(data, origin: origin)
            // Nobody decides before the window is there.
            let first = try #require(try await agent.notice())
            let hearing = Task {
                var notices = [first]
                while let notice = try await agent.notice() {
                    notices.append(notice)
                    if notice == .pull { try await agent.release(data, origin: origin) }
                }
                return notices
            }
            try await decide(try await machines.here.consent.next())
            return try await hearing.value
        }
        let near = try await heard { session in
            #expect(try await session.stage { _ in true } == .selecting([Self.local], devices: [.scanning]))
            try await session.review("Local", pressing: "accept")
            try await session.confirm(try await machines.here.verify(try await session.transaction()))
        }
        let far = try await heard { session in
            try await session.use("scanning")
            _ = Answering(machines.there.broker, .text(try await session.code()))
            let shown = try await machines.there.consent.next()
            try await machines.accept(shown)
            // The answer goes before the request is over there, and only then the next one begins.
            #expect(try await shown.outcome() == .answered)
        }
        #expect(near == [.window(CollectingConsent.window), .pull, .response(machines.data.reversed())])
        #expect(far == near)
        let declined = try await heard { await $0.decline() }
        let declinedThere = try await heard { session in
            try await session.use("scanning")
            _ = Answering(machines.there.broker, .text(try await session.code()))
            await (try await machines.there.consent.next()).decline()
        }
        #expect(declined == [.window(CollectingConsent.window), .ended(.notAllowed)])
        #expect(declinedThere == [.window(CollectingConsent.window), .pull, .ended(.notAllowed)])
        await machines.end()
    }

    private static let local = SelectorChoice(
        provider: "Local", displayName: "Local App", icon: nil, documentTypes: [BrokerFolder.licence])

    // MARK: No answer

    @Test("Who declines there, with a document or without one, declines: here nobody learns which")
    func declined() async throws {
        for providers in [[TwoMachines.local], []] {
            let machines = try await TwoMachines(there: providers)
            let meeting = try await machines.met()
            #expect(try await meeting.shown.offered() == providers.map(\.name))
            await meeting.shown.decline()
            #expect(try await meeting.agent.notice() == .ended(.notAllowed))
            #expect(try await meeting.session.outcome() == .declined)
            #expect(await meeting.answering.stages.last == .ended(code: "hybrid.refused"))
            try await goesOn(machines)
        }
    }

    /// Who gives up here.
    enum Leaver: String, CaseIterable, Sendable { case person, page }

    @Test("Whoever gives up here ends it there, while the code is shown and while the person decides", arguments: Leaver.allCases)
    func cancelledHere(_ leaver: Leaver) async throws {
        let machines = try await TwoMachines()
        func leave(_ agent: TestAgent, _ session: any ConsentSession) async throws {
            switch leaver {
            case .person:
                await session.decline()
                #expect(try await agent.notice() == .ended(.notAllowed))
            case .page: agent.channel.close()
            }
            #expect(try await session.outcome() == (leaver == .person ? .declined : .withdrawn))
        }
        let (agent, session, _) = try await machines.asked()
        try await leave(agent, session)
        try await eventually { RunningProgram(path: machines.here.folder.deviceProgram).processes.isEmpty }
        let meeting = try await machines.met()
        try await meeting.shown.review("Local")
        try await leave(meeting.agent, meeting.session)
        #expect(try await meeting.shown.outcome() == .withdrawn)
        #expect(await meeting.answering.stages.last == .ended(code: "hybrid.closed"))
        try await goesOn(machines)
    }

    @Test("Whoever gives up there, or whose provider fails, ends it here")
    func cancelledThere() async throws {
        let machines = try await TwoMachines()
        let first = try await machines.met()
        first.answering.giveUp()
        #expect(try await first.agent.notice() == .ended(.notAllowed))
        let outcome = try await first.session.outcome()
        #expect([.declined, .failed(code: "hybrid.closed"), .failed(code: "hybrid.refused")].contains(outcome))
        #expect(try await first.shown.outcome() == .withdrawn)
        let second = try await machines.met()
        try await second.shown.review("Local")
        try await RunningProgram(path: machines.there.folder.program("Local")).kill()
        #expect(try await second.agent.notice() == .ended(.notAllowed))
        // What failed there is nobody's business here.
        #expect(try await second.session.outcome() == .declined)
        try await goesOn(machines)
    }

    /// Who gives up, and so ends it on the other device.
    enum Canceller: String, CaseIterable, Sendable { case personHere, pageHere, personThere }

    @Test("Whoever gives up while the other device shows the sheet, there it is over at once", arguments: Canceller.allCases)
    func atOnce(_ canceller: Canceller) async throws {
        let machines = try await TwoMachines()
        var times: [Duration] = []
        // The best of three counts: a busy machine is late for reasons of its own. Where the end of a farewell's time, or of a program's to end
        // by itself, had to be waited for, each would take 10 seconds.
        for _ in 0..<3 {
            let meeting = try await machines.met()
            try await meeting.shown.review("Local")
            let begin = ContinuousClock.now
            switch canceller {
            case .personHere: await meeting.session.decline()
            case .pageHere: meeting.agent.channel.close()
            case .personThere: await meeting.shown.decline()
            }
            if canceller == .personThere {
                #expect(try await meeting.agent.notice() == .ended(.notAllowed))
            } else {
                #expect(try await meeting.shown.outcome() == .withdrawn)
            }
            times.append(ContinuousClock.now - begin)
            // The next request begins when this one is over on both.
            _ = try await meeting.session.outcome()
            _ = try await meeting.shown.outcome()
        }
        #expect(try #require(times.min()) < .seconds(8), "\(times)")
        try await goesOn(machines)
    }

    @Test("What is no code, an old one, and one for something else is refused by name, and no device is called")
    func wrongCodes() async throws {
        let machines = try await TwoMachines()
        func code(_ age: Double, _ hint: InvitationHint = .presentation) throws -> String {
            let moment = Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970 - age))
            let shown = try ClientInvitation(identity: .init(), secret: [UInt8](repeating: 1, count: 16), at: moment, hint: hint)
            return shown.invitation.text
        }
        let cases = [
            ("FIDO:/123", "hybrid.qr"), ("https://rentals.example/", "hybrid.qr"), ("", "hybrid.qr"), (try code(600), "hybrid.qr-stale"),
            (try code(-600), "hybrid.qr-stale"), (try code(0, .assertion), "hybrid.qr-purpose"),
        ]
        for (text, expected) in cases {
            #expect(await Answering(machines.there.broker, .text(text)).stages == [.reading, .ended(code: expected)], "\(expected)")
        }
        #expect(machines.there.consent.shown == 0)
        await machines.end()
    }

    @Test("Without an advert nothing proceeds, however long the other device calls")
    func noAdvert() async throws {
        let machines = try await TwoMachines(isNear: false)
        let (agent, session, code) = try await machines.asked()
        let answering = Answering(machines.there.broker, .text(code))
        try await answering.reaches(.calling)
        // Five adverts' time; a device that is heard needs one.
        try await Task.sleep(for: .seconds(1))
        #expect(try await session.stage { _ in true } == .elsewhere(.scanning, .scanning(code: code)))
        #expect(machines.there.consent.shown == 0)
        await session.decline()
        #expect(try await agent.notice() == .ended(.notAllowed))
        answering.giveUp()
        #expect(await answering.stages.prefix(2) == [.reading, .calling])
        try await goesOn(machines)
    }

    @Test("A page that hands over another origin once the person has chosen gets nothing, and nobody else either")
    func otherOrigin() async throws {
        let machines = try await TwoMachines()
        let agent = try machines.here.agent()
        try await agent.present(machines.data, origin: machines.requests.origin)
        _ = try await agent.notice()
        let session = try await machines.here.consent.next()
        try await session.use("scanning")
        #expect(try await agent.notice() == .pull)
        try await agent.release(machines.data, origin: "https://other.example")
        #expect(try await agent.notice() == .ended(.notAllowed))
        #expect(try await session.outcome() == .failed(code: "mismatch.origin"))
        try await goesOn(machines)
    }

    @Test("A request is not handed to another device once nobody vouches any more for who asks as it was shown")
    func otherVouching() async throws {
        let requests = try RequestScene()
        let root = requests.parties.readerAuthority.identity.derEncoded
        let machines = try await TwoMachines(here: [.init(name: "Local", documents: TwoMachines.documents, readerRoots: [root])])
        let data = try requests.data(signers: [requests.reader()])
        let agent = try machines.here.agent()
        try await agent.present(data, origin: requests.origin)
        _ = try await agent.notice()
        let session = try await machines.here.consent.next()
        #expect(session.requester.brand?.name == "Spaceship Rentals")
        try await session.use("scanning")
        #expect(try await agent.notice() == .pull)
        try await machines.here.broker.providers.decide(.refused, about: "Local")
        try await agent.release(data, origin: requests.origin)
        #expect(try await agent.notice() == .ended(.notAllowed))
        #expect(try await session.outcome() == .failed(code: "provider.notAllowed"))
        try await goesOn(machines)
    }

    // MARK: Killed

    /// Where a process is killed.
    enum Victim: String, CaseIterable, Sendable { case hereScanning, hereDeciding, thereDeciding }

    @Test("A program that reaches other devices and is killed ends its request on both sides, and nothing else", arguments: Victim.allCases)
    func killed(_ victim: Victim) async throws {
        let machines = try await TwoMachines()
        if victim == .hereScanning {
            let (agent, session, _) = try await machines.asked()
            try await RunningProgram(path: machines.here.folder.deviceProgram).kill()
            #expect(try await agent.notice() == .ended(.notAllowed))
            #expect(try await session.outcome() == .failed(code: "device.ended"))
            return try await goesOn(machines)
        }
        let meeting = try await machines.met()
        try await meeting.shown.review("Local")
        let folder = victim == .hereDeciding ? machines.here.folder : machines.there.folder
        try await RunningProgram(path: folder.deviceProgram).kill()
        #expect(try await meeting.agent.notice() == .ended(.notAllowed))
        #expect(try await meeting.session.outcome() == .failed(code: victim == .hereDeciding ? "device.ended" : "hybrid.closed"))
        #expect(try await meeting.shown.outcome() == .withdrawn)
        #expect(await meeting.answering.stages.last == .ended(code: victim == .hereDeciding ? "hybrid.closed" : "device.ended"))
        try await goesOn(machines)
    }

    @Test("A program that cannot be started, or says what none may, ends the request with its page's exception", arguments: ["/missing", "/bin/cat"])
    func useless(_ program: String) async throws {
        let machines = try await TwoMachines()
        try FileManager.default.removeItem(atPath: machines.here.folder.deviceProgram)
        if FileManager.default.fileExists(atPath: program) {
            try FileManager.default.createSymbolicLink(atPath: machines.here.folder.deviceProgram, withDestinationPath: program)
        }
        let agent = try machines.here.agent()
        try await agent.present(machines.data, origin: machines.requests.origin)
        let session = try await machines.here.consent.next()
        try await session.use("scanning")
        #expect(try await agent.end(machines.data, origin: machines.requests.origin) == .ended(.notAllowed))
        #expect(try await session.outcome() == .failed(code: "device.ended"))
        await machines.end()
    }

    // MARK: Roles

    @Test("A broker that reaches no other device offers none, answers none, and is a provider's all the same")
    func providerOnly() async throws {
        let requests = try RequestScene()
        let scene = try await BrokerScene([TwoMachines.local])
        #expect(scene.broker.codes == nil)
        let agent = try scene.agent()
        try await agent.present(try requests.data(), origin: requests.origin)
        let session = try await scene.consent.next()
        guard case .selecting(let choices, let devices) = try await session.stage(where: { _ in true }) else {
            Issue.record("nothing can be selected")
            return
        }
        #expect(choices.map(\.provider) == ["Local"] && devices.isEmpty)
        await #expect(throws: ConsentFault.notNow) { try await session.use("scanning") }
        await session.decline()
        await scene.end()
    }
}
