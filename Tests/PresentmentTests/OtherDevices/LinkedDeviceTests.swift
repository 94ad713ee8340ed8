import BrokerMessages
import Foundation
import LoopbackServers
import Synchronization
import Testing

@testable import WalletBroker

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
        let shown = try await machines.there.consent.next()
        try await machines.accept(shown)
        #expect(try await agent.notice() == .response(machines.data.reversed()))
        #expect(try await session.outcome() == .answered)
        // The answer goes before the request is over there, and only then the next one begins.
        #expect(try await shown.outcome() == .answered)
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

    /// Links the machines twice, has the second link removed there, and asks with it until it is sent away. For the first link, which is put
    /// aside so long, the machine there goes on waiting.
    private func askAsStranger(_ machines: TwoMachines) async throws {
        try await answer(machines, isLinking: true)
        let valid = try linkFile(machines.here), aside = URL(fileURLWithPath: machines.here.folder.path + "/aside")
        try FileManager.default.moveItem(at: valid, to: aside)
        try await answer(machines, isLinking: true)
        let removed = try linkFile(machines.here)
        let (program, links) = (machines.there.folder.deviceProgram, machines.there.folder.configuration.state + "/links")
        _ = try await machines.there.folder.run(program, ["links", links, "--remove", removed.deletingPathExtension().lastPathComponent])
        let left = try await machines.there.folder.run(program, ["links", links])
        #expect(left.map { String($0.prefix(16)) } == [valid.deletingPathExtension().lastPathComponent])
        let shown = machines.there.consent.shown
        while true {
            let (agent, _, stage) = try await used(machines)
            #expect(try await agent.notice() == .ended(.notAllowed))
            if stage == .ended(.failed(code: "hybrid.closed")) { break }
            // It does not wait yet.
            try #require(stage == .ended(.failed(code: "hybrid.tunnel")))
        }
        #expect(machines.there.consent.shown == shown)
        try FileManager.default.removeItem(at: removed)
        try FileManager.default.moveItem(at: aside, to: valid)
    }

    private static let setpriv = "/usr/bin/setpriv"
    /// Arguments for a program of a user that has nothing.
    private static let asNobody = BrokerFolder.becoming("65534")

    @Test(
        "A broker of an ordinary user names its own program that brings a linked device's request, though that hides; of any other it says so",
        .enabled(if: geteuid() == 0 && FileManager.default.isExecutableFile(atPath: setpriv), "needs root and setpriv"),
        .enabled(if: Program.isOpenToAll("mdoc-broker"), "the programs are in a folder that other users cannot enter"))
    func reporters() async throws {
        let machines = try await TwoMachines()
        try await answer(machines, isLinking: true)
        // What was linked is from here on a machine of a user who can look into nobody.
        await machines.there.end()
        let folder = try BrokerFolder([], deviceOptions: machines.place.options + ["--name", TwoMachines.name])
        try await ServedBroker.enrol(folder)
        let (links, program) = (machines.there.folder.configuration.state + "/links", folder.deviceProgram)
        _ = try await folder.run("/bin/cp", ["-a", links, folder.configuration.state + "/links"])
        for file in [""] + (try FileManager.default.subpathsOfDirectory(atPath: folder.path)) { chown("\(folder.path)/\(file)", 65534, 65534) }
        machines.place.letEverybodyIn()
        let broker = try await ServedBroker(folder, nil, startedBy: [Self.setpriv] + Self.asNobody)
        while true {
            let (agent, session, stage) = try await used(machines)
            if case .elsewhere = stage {
                try await broker.prints("The page was reported by \(program).")
                await session.decline()
                #expect(try await agent.notice() == .ended(.notAllowed))
                #expect(try await session.outcome() == .declined)
                try await broker.prints("The request is over")
                break
            }
            try #require(stage == .ended(.failed(code: "hybrid.tunnel")))
        }
        let (agent, session, code) = try await machines.asked()
        let environment = ["/usr/bin/env", "MDOC_AGENTS_SOCKET=\(folder.configuration.runtime)/agents.sock"]
        let options = try #require(folder.configuration.devices).arguments
        async let lines = folder.run(Self.setpriv, Self.asNobody + environment + [program, "answer", code] + options)
        try await broker.prints("The page was reported by a program that hides which one it is (process ")
        await session.decline()
        #expect(try await agent.notice() == .ended(.notAllowed))
        _ = try await lines
        broker.kill()
        await machines.here.end()
    }

    /// The file of the one link to a device that answers.
    private func linkFile(_ scene: BrokerScene) throws -> URL {
        let links = URL(fileURLWithPath: scene.folder.configuration.state + "/links")
        let files = try FileManager.default.contentsOfDirectory(at: links, includingPropertiesForKeys: nil).filter { $0.pathExtension == "link" }
        #expect(files.count == 1)
        return try #require(files.first)
    }

    /// Removes every link of a machine, by the command for it.
    private func unlink(_ scene: BrokerScene) async throws {
        let (program, links) = (scene.folder.deviceProgram, scene.folder.configuration.state + "/links")
        let listed = try await scene.folder.run(program, ["links", links])
        #expect(listed.count == 1)
        for line in listed { _ = try await scene.folder.run(program, ["links", links, "--remove", String(line.prefix(16))]) }
        #expect(try await scene.folder.run(program, ["links", links]) == [])
    }

    /// Puts as many links as there can be into one of a machine's two folders. Those that cannot be read count, too.
    private func fill(_ scene: BrokerScene, _ folder: String) throws {
        let links = scene.folder.configuration.state + "/links"
        for path in [links, links + "/asking"] where !FileManager.default.fileExists(atPath: path) {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        }
        for number in 0..<64 { try Data().write(to: URL(fileURLWithPath: "\(links)\(folder)/\(String(format: "%016x", number)).link")) }
    }

    @Test("Where no more links can be kept the owner is told, before anything is shared; and no machine keeps a side of a link without the other")
    func full() async throws {
        let machines = try await TwoMachines()
        try fill(machines.here, "")
        try await answer(machines, isLinking: true)
        let (program, links) = (machines.there.folder.deviceProgram, machines.there.folder.configuration.state + "/links")
        #expect(try await machines.there.folder.run(program, ["links", links]) == [])
        #expect(try String(contentsOfFile: machines.here.folder.configuration.state + "/devices.log", encoding: .utf8).contains("hybrid.full"))
        try fill(machines.there, "/asking")
        let (agent, session, code) = try await machines.asked()
        let answering = TwoMachines.Answering(machines.there.broker, .text(code), isLinking: true)
        #expect(await answering.stages == [.reading, .ended(code: "hybrid.full")])
        await session.decline()
        #expect(try await agent.notice() == .ended(.notAllowed))
        try await answer(machines, isLinking: false)
        await machines.end()
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

    @Test("After each call that its owner saw for nothing the pause doubles, to five minutes at most, until an answer or an hour; after others never")
    func pauses() async throws {
        let shown: [DeviceReport] = [.progress(.waiting), .progress(.near), .progress(.joined), .window("here"), .declined]
        let unseen: [DeviceReport] = [.progress(.waiting), .failed(code: "hybrid.closed")]
        let answered: [DeviceReport] = [.progress(.waiting), .progress(.joined), .window("here"), .answered]
        let none: [DeviceReport] = [.failed(code: "hybrid.tunnel")]
        let later: [[DeviceReport]] = [unseen, shown, none, answered, shown, shown, shown, unseen, shown]
        let calls = Array(repeating: shown, count: 10) + later
        let folder = try TemporaryFolder()
        let launcher = try folder.launcher(of: calls)
        let (pauses, start) = (AskedPauses(), ContinuousClock.now)
        let desk = LinkedDesk(
            launcher: launcher,
            sleep: { pause in
                pauses.add(pause)
                if pauses.all.count == calls.count { try? await Task.sleep(for: .seconds(600)) }
            },
            now: {
                // Not quite an hour after the tenth, and an hour after the sixteenth.
                switch pauses.all.count {
                case ..<10: start
                case ..<16: start + .seconds(3599)
                default: start + .seconds(3599 + 3600)
                }
            })
        let running = Task { await desk.run { _ in } }
        try await eventually { pauses.all.count == calls.count }
        running.cancel()
        await running.value
        #expect(pauses.all.map(\.components.seconds) == [2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 2, 300, 30, 2, 2, 4, 2, 2, 4])
        #expect(try String(contentsOfFile: folder.path + "/next", encoding: .utf8) == "\(calls.count)\n", "each call had a process of its own")
    }

    @Test("The process that waits for linked devices ends with the last link")
    func lastLink() async throws {
        let machines = try await TwoMachines()
        let folder = machines.there.folder
        let links = folder.configuration.state + "/links"
        for path in [links, links + "/asking"] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        }
        let link = links + "/asking/0123456789abcdef.link"
        try Data().write(to: URL(fileURLWithPath: link))
        let waiting = RunningProgram(path: folder.deviceProgram)
        try await eventually { !waiting.processes.isEmpty }
        try FileManager.default.removeItem(atPath: link)
        try await eventually { waiting.processes.isEmpty }
        await machines.end()
    }

    @Test("A device whose link was removed there is a stranger: it is sent away, nobody there is shown anything, and another link still works")
    func stranger() async throws {
        let machines = try await TwoMachines()
        try await askAsStranger(machines)
        let known = try await call(machines)
        await known.shown.decline()
        #expect(try await known.session.outcome() == .declined)
        await machines.end()
    }

    @Test(
        "The owner there is told in their language that a linked device asks, neither which nor for whom, and choosing that opens the request; what was not chosen is taken back with the request, and of a stranger they are told nothing",
        .enabled(if: FakeBlueZ.absence == nil, Comment(rawValue: "needs dbus-daemon and Python with dbus_fast: \(FakeBlueZ.absence ?? "")")))
    func notified() async throws {
        try await FakeBlueZ.during(options: ["--choose", "1"]) { desktop in
            let machines = try await TwoMachines()
            let opened = try lead(machines.there.folder, to: desktop.address)
            try await askAsStranger(machines)
            let call = try await call(machines)
            var lines = desktop.lines.makeAsyncIterator()
            let told = await lines.next()
            #expect(told == "notification|リンクした端末が証明書を求めています|ウォレットに表示される要求を見て、そこで判断してください。")
            let chosen = await lines.next()
            #expect(chosen == "chosen|要求を見る")
            try await eventually { (try? String(contentsOfFile: opened, encoding: .utf8)) == CollectingConsent.window }
            await call.shown.decline()
            #expect(try await call.session.outcome() == .declined)
            // The stranger's would have come before, and none of what was chosen comes after.
            let second = try await self.call(machines)
            let again = await lines.next()
            #expect(again == told)
            await second.session.decline()
            #expect(try await second.shown.outcome() == .withdrawn)
            let withdrawn = await lines.next()
            #expect(withdrawn == "withdrawn|2")
            await machines.end()
        }
    }

    /// Has a machine's program find a desktop, for a person whose language is Japanese. Where that desktop writes what it is told to open.
    private func lead(_ folder: BrokerFolder, to desktop: String) throws -> String {
        let program = folder.deviceProgram + "-itself", programs = folder.path + "/desktop", opened = folder.path + "/opened"
        try FileManager.default.moveItem(atPath: folder.deviceProgram, toPath: program)
        try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: false)
        try write("printf %s \"$1\" >'\(opened)'", to: programs + "/xdg-open")
        let surroundings = "unset LC_ALL LC_MESSAGES\nexport LANG=ja_JP.UTF-8 DBUS_SESSION_BUS_ADDRESS='\(desktop)' PATH='\(programs)':\"$PATH\""
        try write("\(surroundings)\nexec '\(program)' \"$@\"", to: folder.deviceProgram)
        return opened
    }

    /// Writes a program of the shell.
    private func write(_ script: String, to path: String) throws {
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        Program.waitUntilStartable(path)
    }
}

extension ConsentSession {
    /// The devices on the list.
    fileprivate func devices() async throws -> [DeviceChoice] {
        guard case .selecting(_, let devices) = try await stage(where: { _ in true }) else { return [] }
        return devices
    }
}

/// The pauses that somebody asked for.
private final class AskedPauses: Sendable {
    private let pauses = Mutex<[Duration]>([])

    var all: [Duration] { pauses.withLock { $0 } }

    func add(_ pause: Duration) { pauses.withLock { $0.append(pause) } }
}

extension TemporaryFolder {
    /// A program in it in the place of the one that reaches other devices, which at each start reports the next of these. There is a link.
    fileprivate func launcher(of calls: [[DeviceReport]]) throws -> DeviceLauncher {
        func write(_ data: Data, _ name: String) throws { try data.write(to: URL(fileURLWithPath: "\(path)/\(name)")) }
        for (number, reports) in calls.enumerated() {
            var frames = Data()
            for frame in reports.map({ $0.encode() }) {
                frames += withUnsafeBytes(of: UInt32(frame.count).bigEndian) { Data($0) }
                frames += frame
            }
            try write(frames, "\(number)")
        }
        try write(Data("0".utf8), "next")
        let script = """
            #!/bin/sh
            cd '\(path)'
            head -c \(4 + DeviceCommand.waitForLinked.encode().count) > /dev/null
            number=$(cat next)
            echo $((number + 1)) > next
            exec cat "$number" >&0

            """
        try write(Data(script.utf8), "program")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path + "/program")
        Program.waitUntilStartable(path + "/program")
        try FileManager.default.createDirectory(
            atPath: path + "/links/asking", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try write(Data(), "links/asking/0123456789abcdef.link")
        return DeviceLauncher(
            program: DeviceProgram(path: path + "/program", arguments: []), log: path + "/log", agentsSocket: path + "/agents.sock",
            links: path + "/links")
    }
}
