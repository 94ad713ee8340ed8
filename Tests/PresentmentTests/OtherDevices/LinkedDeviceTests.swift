import BrokerMessages
import DesktopServices
import Foundation
import LoopbackServers
import Testing
import WalletBroker

@Suite(
    "A request that a linked device answers, without a code", .serialized, .timeLimit(.minutes(10)),
    .enabled(if: isHybridBuilt, "the programs are not built"))
struct LinkedDeviceTests {
    private struct Call {
        let agent: TestAgent
        let session: any ConsentSession
        let shown: any ConsentSession
    }

    /// The person there answers a code.
    private func answer(_ machines: TwoMachines, isLinking: Bool) async throws {
        let (agent, session, code) = try await machines.asked()
        let answering = TwoMachines.Answering(machines.there.broker, .text(code), isLinking: isLinking)
        try await machines.accept(try await machines.there.consent.next())
        #expect(try await agent.notice() == .response(machines.data.reversed()))
        #expect(try await session.outcome() == .answered)
        #expect(await answering.stages.last == .ended(code: nil))
    }

    /// A request for which nothing has been chosen.
    private func begun(_ machines: TwoMachines) async throws -> (agent: TestAgent, session: any ConsentSession) {
        let agent = try machines.here.agent()
        try await agent.present(machines.data, origin: machines.requests.origin)
        #expect(try await agent.notice() == .window(CollectingConsent.window))
        return (agent, try await machines.here.consent.next())
    }

    /// A request for which the linked device was chosen: where it stands once that device was reached, or was not.
    private func used(_ machines: TwoMachines) async throws -> (agent: TestAgent, session: any ConsentSession, stage: ConsentStage) {
        let (agent, session) = try await begun(machines)
        let device = try #require(try await session.devices().first { $0.displayName == TwoMachines.name })
        try await session.use(device.identifier)
        #expect(try await agent.notice() == .pull)
        try await agent.release(machines.data, origin: machines.requests.origin)
        let stage = try await session.stage { stage in
            switch stage {
            case .elsewhere(_, .deciding), .ended: true
            default: false
            }
        }
        return (agent, session, stage)
    }

    /// A request that the linked device has. Until it waits, it is asked again.
    private func call(_ machines: TwoMachines) async throws -> Call {
        while true {
            let (agent, session, stage) = try await used(machines)
            if case .elsewhere(let device, _) = stage {
                #expect(device.displayName == TwoMachines.name)
                return Call(agent: agent, session: session, shown: try await machines.there.consent.next())
            }
            try #require(stage == .ended(.failed(code: "hybrid.tunnel")))
        }
    }

    /// Removes every link of a machine, by the command for it.
    private func unlink(_ scene: BrokerScene) async throws {
        let (program, links) = (scene.folder.deviceProgram, scene.folder.configuration.state + "/links")
        let listed = try await scene.folder.run(program, ["links", links])
        #expect(listed.count == 1)
        for line in listed { _ = try await scene.folder.run(program, ["links", links, "--remove", String(line.prefix(16))]) }
        #expect(try await scene.folder.run(program, ["links", links]) == [])
    }

    @Test("Once its owner wanted that, a device is offered by its name, and answers without a code: same request, true origin, same consent")
    func again() async throws {
        let machines = try await TwoMachines()
        try await answer(machines, isLinking: false)
        let unlinked = try await begun(machines)
        #expect(try await unlinked.session.devices() == [.scanning])
        await unlinked.session.decline()
        #expect(try await unlinked.agent.notice() == .ended(.notAllowed))
        try await answer(machines, isLinking: true)
        for _ in 0..<2 {
            let call = try await call(machines)
            #expect(call.shown.request == call.session.request && call.shown.requester.origin == machines.requests.origin)
            #expect(call.shown.requester.isOnAnotherDevice && !call.session.requester.isOnAnotherDevice)
            // It goes no further, not to a linked device either.
            #expect(try await call.shown.devices().isEmpty)
            try await machines.accept(call.shown)
            #expect(try await call.agent.notice() == .response(machines.data.reversed()))
            #expect(try await call.session.outcome() == .answered)
            #expect(try await call.shown.outcome() == .answered)
        }
        await machines.end()
    }

    @Test("Whoever cancels here ends the sheet there, and who declines there ends it here")
    func cancelled() async throws {
        let machines = try await TwoMachines()
        try await answer(machines, isLinking: true)
        let first = try await call(machines)
        try await first.shown.review("Local")
        await first.session.decline()
        #expect(try await first.agent.notice() == .ended(.notAllowed))
        #expect(try await first.shown.outcome() == .withdrawn)
        let second = try await call(machines)
        try await second.shown.review("Local")
        second.agent.channel.close()
        #expect(try await second.session.outcome() == .withdrawn)
        #expect(try await second.shown.outcome() == .withdrawn)
        let third = try await call(machines)
        await third.shown.decline()
        #expect(try await third.agent.notice() == .ended(.notAllowed))
        #expect(try await third.session.outcome() == .declined)
        await machines.end()
    }

    @Test("Apps, linked devices and a code are on one list: without apps the linked device is left, and once that link is removed the code")
    func offered() async throws {
        let machines = try await TwoMachines(here: [TwoMachines.local])
        try await answer(machines, isLinking: true)
        let (agent, session) = try await begun(machines)
        #expect(try await session.offered() == ["Local"])
        #expect(try await session.devices().map(\.displayName) == [TwoMachines.name, nil])
        try await machines.here.broker.providers.decide(.refused, about: "Local")
        let left = try await session.stage { if case .selecting(let choices, _) = $0 { choices.isEmpty } else { false } }
        guard case .selecting(_, let devices) = left else { return }
        #expect(devices.map(\.displayName) == [TwoMachines.name, nil])
        await session.decline()
        #expect(try await agent.notice() == .ended(.notAllowed))
        try await unlink(machines.here)
        let next = try await begun(machines)
        #expect(try await next.session.stage { _ in true } == .selecting([], devices: [.scanning]))
        await next.session.decline()
        await machines.end()
    }

    @Test("A device whose link was removed there is a stranger: it has no answer, and nobody there is shown anything")
    func stranger() async throws {
        let machines = try await TwoMachines()
        try await answer(machines, isLinking: true)
        let known = try await call(machines)
        await known.shown.decline()
        #expect(try await known.session.outcome() == .declined)
        try await unlink(machines.there)
        let shown = machines.there.consent.shown
        let stranger = try await used(machines)
        // It is sent away, or nobody waits for it any more.
        #expect(["hybrid.closed", "hybrid.tunnel"].map { ConsentStage.ended(.failed(code: $0)) }.contains(stranger.stage))
        #expect(try await stranger.agent.notice() == .ended(.notAllowed))
        #expect(machines.there.consent.shown == shown)
        await machines.end()
    }

    @Test(
        "The owner there is told that a linked device asks, neither which nor for whom; of a stranger they are told nothing",
        .enabled(if: FakeBlueZ.absence == nil, Comment(rawValue: "needs dbus-daemon and Python with dbus_fast: \(FakeBlueZ.absence ?? "")")))
    func notified() async throws {
        try await FakeBlueZ.during { desktop in
            let machines = try await TwoMachines()
            try lead(machines.there.folder, to: desktop.address)
            try await answer(machines, isLinking: true)
            let call = try await call(machines)
            var lines = desktop.lines.makeAsyncIterator()
            let told = await lines.next()
            #expect(told == "notification|A linked device asks for a document|Decide where your wallet shows requests.")
            await call.shown.decline()
            #expect(try await call.session.outcome() == .declined)
            try await unlink(machines.there)
            _ = try await used(machines)
            #expect(await DesktopNotification(title: "the next", text: "", busAddress: desktop.address).show())
            let next = await lines.next()
            #expect(next == "notification|the next|")
            await machines.end()
        }
    }

    /// Has a machine's program find a desktop, in the language of this suite.
    private func lead(_ folder: BrokerFolder, to desktop: String) throws {
        let program = folder.deviceProgram + "-itself"
        try FileManager.default.moveItem(atPath: folder.deviceProgram, toPath: program)
        let script = "#!/bin/sh\nexport LANG=en_US.UTF-8 DBUS_SESSION_BUS_ADDRESS='\(desktop)'\nexec '\(program)' \"$@\"\n"
        try Data(script.utf8).write(to: URL(fileURLWithPath: folder.deviceProgram))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.deviceProgram)
    }
}

extension ConsentSession {
    /// The devices on the list.
    fileprivate func devices() async throws -> [DeviceChoice] {
        guard case .selecting(_, let devices) = try await stage(where: { _ in true }) else { return [] }
        return devices
    }
}
