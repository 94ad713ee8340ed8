import BrokerMessages
import Foundation
import OwnerOnlyFiles
import Testing
import TextEncodings
import WalletBroker

@Suite(
    "The programs of one role in an empty prefix", .serialized, .timeLimit(.minutes(10)),
    .enabled(
        if: isHybridBuilt && Program.path("mdoc-native-host") != nil && Program.confined("mdoc-code-reader") != nil, "the programs are not built"))
struct ProfileTests {
    /// A machine with the programs of one role. A provider is installed on it, too, whether it counts or not.
    private struct Machine {
        let place: MeetingPlace
        let profile: Profile
        let folder: BrokerFolder

        init(_ role: BrokerRole, at place: MeetingPlace) async throws {
            self.place = place
            profile = try Profile(role, deviceOptions: place.options)
            folder = try BrokerFolder([TwoMachines.local])
            try await ServedBroker.enrolByProgram(folder, as: profile)
        }

        var socket: String { folder.configuration.runtime + "/agents.sock" }

        /// Starts its broker, with a rule or a person at its terminal.
        func serve(_ rule: String?) async throws -> ServedBroker { try await ServedBroker(folder, rule, as: profile) }

        /// What its broker has for the pages, in this process.
        func broker() async throws -> Broker {
            let whole = folder.configuration
            return try await Broker(
                BrokerConfiguration(
                    state: whole.state, runtime: whole.runtime, providers: whole.providers, parser: profile.program("mdoc-request-parser"),
                    devices: profile.devices, role: profile.role),
                prompt: ScriptedPrompt(true), enrolment: { nil }, logger: .init(label: "test"))
        }

        /// Has the provider register its document: what it prints, line by line.
        func register() async throws -> [String] {
            try await folder.run(folder.program("Local"), ["--as-app", "--register", TwoMachines.documents[0]])
        }

        /// Answers a code at the terminal.
        func answer(_ code: String) async throws -> [String] {
            try await folder.run(
                "/usr/bin/env", ["MDOC_AGENTS_SOCKET=\(socket)", profile.devices.path, "answer", code] + profile.devices.arguments)
        }
    }

    private let requests: RequestScene
    private let data: [UInt8]

    init() throws {
        requests = try RequestScene()
        data = try requests.data()
    }

    /// A machine of the role, and another one that has both.
    private func machines(_ role: BrokerRole) async throws -> (machine: Machine, other: BrokerScene) {
        let place = try await MeetingPlace()
        return (try await Machine(role, at: place), try await BrokerScene([TwoMachines.local], deviceOptions: place.options))
    }

    /// A request that the other machine has handed to whichever device scans its code.
    private func asked(_ other: BrokerScene) async throws -> (agent: TestAgent, session: any ConsentSession, code: String) {
        let agent = try other.agent()
        try await agent.present(data, origin: requests.origin)
        #expect(try await agent.notice() == .window(CollectingConsent.window))
        let session = try await other.consent.next()
        try await session.use(DeviceChoice.scanning.identifier)
        #expect(try await agent.notice() == .pull)
        try await agent.release(data, origin: requests.origin)
        return (agent, session, try await session.code())
    }

    // MARK: The roles

    /// A page in the machine's browser asks, and the other machine answers.
    private func ask(_ machine: Machine, answeredBy other: BrokerScene) async throws {
        let broker = try await machine.serve(nil)
        let host = try HostProcess(machine.profile.program("mdoc-native-host"), socket: machine.socket)
        let (origin, text) = (requests.origin, String(decoding: data, as: UTF8.self))
        try host.say(["type": "ping"])
        #expect(try await host.next("type") == "pong")
        try host.say(["type": "present", "origin": origin, "topOrigin": origin, "data": text])
        try await broker.prints("No app here can answer. The number of another device")
        try broker.type("1")
        #expect(try await host.next("type") == "pull")
        try host.say(["type": "raw", "origin": origin, "data": text])
        var code = ""
        try await eventually {
            code = try broker.printed().firstMatch(of: /(FIDO:\/[0-9]+)\n/).map { String($0.output.1) } ?? ""
            return !code.isEmpty
        }
        let answering = TwoMachines.Answering(other.broker, .text(code))
        let shown = try await other.consent.next()
        try await shown.review("Local", pressing: "accept")
        try await shown.confirm(try await other.verify(try await shown.transaction()))
        #expect(try await host.next("response") == Base64URL.encode(Array(data.reversed())))
        try await broker.prints("The request is over: the answer was sent.")
        #expect(try await shown.outcome() == .answered)
        #expect(await answering.stages.last == .ended(code: nil))
        broker.kill()
    }

    /// The other machine asks, and the machine answers: by the text of the code, and its pages take pictures.
    private func answer(_ machine: Machine, askedBy other: BrokerScene) async throws {
        let serving = try await machine.serve("accept:Local")
        #expect(try await machine.register().last == "kept one")
        let (agent, session, code) = try await asked(other)
        #expect(try await machine.answer(code).last == "The other device has its answer.")
        #expect(try await agent.notice() == .response(data.reversed()))
        #expect(try await session.outcome() == .answered)
        serving.kill()
        let picture = ShownCode.picture(width: 64, pixels: [UInt8](repeating: 200, count: 64 * 64))
        let pages = try await machine.broker()
        #expect(await TwoMachines.Answering(pages, picture).stages == [.reading, .ended(code: "hybrid.no-code")])
    }

    /// The machine has no documents: no app registers one, the provider that is installed is never started, and no device is answered.
    private func refuseToAnswer(_ machine: Machine, askedBy other: BrokerScene) async throws {
        let broker = try await machine.serve(nil)
        let registered = try await machine.register()
        #expect(registered.prefix(2) == ["status notSupported", "notSupported"] && registered.last == "kept ")
        let (agent, session, code) = try await asked(other)
        #expect(try await machine.answer(code).last != "The other device has its answer.")
        #expect(try await agent.notice() == .ended(.notAllowed))
        #expect(try await session.outcome() == .declined)
        try await broker.prints("device.asksOnly")
        // Nobody was shown anything.
        #expect(try !broker.printed().contains(requests.origin))
        #expect(machine.folder.log("Local") == nil)
        broker.kill()
        #expect(try await machine.broker().codes == nil)
    }

    /// The machine hands nothing on: it offers no other device.
    private func refuseToAsk(_ machine: Machine) async throws {
        let broker = try await machine.serve(nil)
        let agent = try TestAgent(machine.socket)
        try await agent.present(try requests.data([RequestScene.photoID]), origin: requests.origin)
        try await broker.prints("No app can answer. Press Return to decline.")
        #expect(try !broker.printed().contains("another device"))
        try broker.type("1")
        #expect(try await agent.notice() == .ended(.notAllowed))
        broker.kill()
    }

    @Test("A machine with the programs for asking has its pages' requests answered elsewhere, and presents no document to anybody")
    func asks() async throws {
        let (machine, other) = try await machines(.asks)
        try await ask(machine, answeredBy: other)
        try await refuseToAnswer(machine, askedBy: other)
        await other.end()
    }

    @Test("A machine with the programs for answering answers another device, and hands no request to one")
    func answers() async throws {
        let (machine, other) = try await machines(.answers)
        try await answer(machine, askedBy: other)
        try await refuseToAsk(machine)
        await other.end()
    }

    @Test("A machine with the programs for both asks and answers")
    func both() async throws {
        let (machine, other) = try await machines(.both)
        try await ask(machine, answeredBy: other)
        try await answer(machine, askedBy: other)
        await other.end()
    }

    @Test("What was registered before stays while a machine only asks, and is offered when it answers again")
    func changed() async throws {
        let (machine, other) = try await machines(.both)
        let answering = try await machine.serve("accept:Local")
        #expect(try await machine.register().last == "kept one")
        answering.kill()
        let asking = try await ServedBroker(machine.folder, nil, as: Profile(.asks, deviceOptions: machine.place.options))
        let agent = try TestAgent(machine.socket)
        try await agent.present(data, origin: requests.origin)
        try await asking.prints("No app here can answer.")
        asking.kill()
        let again = try await machine.serve("accept:Local")
        let page = try TestAgent(machine.socket)
        try await page.present(data, origin: requests.origin)
        #expect(try await page.end(data, origin: requests.origin) == .response(data.reversed()))
        again.kill()
        await other.end()
    }

    @Test("Links from before are waited for on a machine that answers; one that only asks starts nothing for them", arguments: BrokerRole.allCases)
    func waiting(_ role: BrokerRole) async throws {
        let machine = try await Machine(role, at: try await MeetingPlace())
        let links = machine.folder.configuration.state + "/links"
        for folder in [links, links + "/asking"] { try OwnerOnlyFolder.prepare(folder) }
        try Data().write(to: URL(fileURLWithPath: links + "/asking/0123.link"))
        let (program, starts) = (machine.profile.devices.path, machine.folder.path + "/starts")
        try Data().write(to: URL(fileURLWithPath: starts))
        try Data("#!/bin/sh\necho started >> '\(starts)'\n".utf8).write(to: URL(fileURLWithPath: program))
        func started() throws -> Int { try String(contentsOfFile: starts, encoding: .utf8).split(separator: "\n").count }
        let broker = try await machine.serve(nil)
        let agent = try TestAgent(machine.socket)
        try await agent.present(data, origin: requests.origin)
        try await broker.prints("can answer.")
        try broker.type("1")
        #expect(try await agent.end(data, origin: requests.origin) == .ended(.notAllowed))
        // Once for the request, where it can be handed on, and once for the links, where they are waited for.
        switch role {
        case .asks: #expect(try started() == 1)
        case .answers: try await eventually { try started() >= 1 }
        case .both: try await eventually { try started() >= 2 }
        }
        broker.kill()
    }
}
