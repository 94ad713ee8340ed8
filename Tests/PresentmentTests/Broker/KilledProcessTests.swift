import BrokerMessages
import Foundation
import Glibc
import PresentmentRequest
import RelyingParty
import Testing
import WalletBroker

@Suite(
    "Processes that are killed, at every step of a request",
    .enabled(if: Program.confined("mdoc-request-parser") != nil && Program.path("mdoc-broker") != nil, "the broker and its parser are not built"))
struct KilledProcessTests {
    /// How far a request has come.
    enum Step: String, CaseIterable, Sendable, CustomTestStringConvertible {
        /// Its parser reads it.
        case parsing
        /// The person selects.
        case selecting
        /// The provider starts.
        case starting
        /// The person reads the sheet.
        case reviewing
        /// The owner is verified.
        case verifying
        /// The user agent is asked for the request.
        case pulling
        /// The provider has the request, and makes the answer.
        case answering
        /// The answer has arrived.
        case answered

        var testDescription: String { rawValue }
        /// What makes a provider stay at a step.
        var flaw: String? {
            switch self {
            case .starting: "showsNothing"
            case .answering: "waitsInAnswer"
            default: nil
            }
        }
    }

    private static let documents = ["one=\(BrokerFolder.licence)=any"]
    private static func installed(_ flaw: String? = nil) -> BrokerFolder.Provider {
        .init(name: "Local", documents: documents, arguments: flaw.map { ["--flaw", $0] } ?? [])
    }

    private let requests: RequestScene
    private let data: [UInt8]

    init() throws {
        requests = try RequestScene()
        data = try requests.data()
    }

    // MARK: The broker

    @Test(
        "A broker that is killed: its page gets an exception, nothing is released twice, what arrived is in the history, and the registry is as it was",
        arguments: Step.allCases)
    func broker(at step: Step) async throws {
        let folder = try BrokerFolder([Self.installed(step.flaw)])
        try await ServedBroker.enrol(folder)
        let slowParser = try ShellScript("exec sleep 60")
        do {
            let broker = try await ServedBroker(folder, nil, parser: step == .parsing ? slowParser.path : nil)
            async let lines = folder.run(folder.program("Local"), ["--as-app", "--register", Self.documents[0]])
            try await broker.prints("Allow it?")
            try broker.type("y")
            #expect(try await lines.last == "kept one")
            try await Self.registered(folder, step)
            let agent = try TestAgent(folder.configuration.runtime + "/agents.sock")
            try await agent.present(data, origin: requests.origin)
            try await advance(broker, agent, folder, to: step)
            broker.kill()
            #expect(try await agent.notice() == nil)
            let history = try PresentmentHistory(path: folder.configuration.state + "/history.sqlite")
            #expect(try await history.entries().map(\.record.outcome) == (step == .answered ? [ConsentOutcome.answered] : []))
        }
        let released = { folder.log("Local")?.components(separatedBy: "released").count ?? 1 }
        let wasReleased = [Step.answering, .answered].contains(step)
        #expect(released() == (wasReleased ? 2 : 1))
        try await eventually { RunningProgram(path: folder.program("Local")).processes.isEmpty }
        try folder.install(Self.installed())
        let broker = try await ServedBroker(folder, "accept:Local")
        #expect(try await folder.run(folder.program("Local"), ["--as-app"]).last == "kept one")
        let agent = try TestAgent(folder.configuration.runtime + "/agents.sock")
        try await agent.present(data, origin: requests.origin)
        #expect(try await agent.end(data, origin: requests.origin) == .response(data.reversed()))
        broker.kill()
    }

    /// Waits until the provider, which was told to register what it has, is over with that; one that does nothing stays.
    private static func registered(_ folder: BrokerFolder, _ step: Step) async throws {
        if step == .starting { return }
        try await eventually { folder.log("Local")?.contains("updated") == true && RunningProgram(path: folder.program("Local")).processes.isEmpty }
    }

    /// Plays the person at the broker's terminal until a request stands at a step.
    private func advance(_ broker: ServedBroker, _ agent: TestAgent, _ folder: BrokerFolder, to step: Step) async throws {
        if step == .parsing { return try await eventually { !Children(of: broker.identifier, running: "sleep").processes.isEmpty } }
        let scripted: [(Step, prints: String, types: String)] = [
            (.selecting, "Which app should answer?", "1"), (.starting, "Starting Local App", ""), (.reviewing, "What should happen?", "1"),
            (.verifying, "blue heron: your PIN", "274951"),
        ]
        for (reached, question, answer) in scripted {
            try await broker.prints(question)
            if reached == step { return }
            if !answer.isEmpty { try broker.type(answer) }
        }
        #expect(try await agent.notice() == .pull)
        if step == .pulling { return }
        try await agent.release(data, origin: requests.origin)
        if step == .answered { #expect(try await agent.notice() == .response(data.reversed())) }
        try await eventually { folder.log("Local")?.contains("released") == true }
    }

    // MARK: The provider, the user agent and the browser's host

    /// A scene for a request that will stand at a step.
    private func before(_ step: Step) async throws -> BrokerScene {
        let scene = try await BrokerScene([Self.installed(step.flaw)], isEverybodyAllowed: false)
        // A provider with a flaw does not register by itself.
        try await scene.app("Local", "--register", Self.documents[0])
        try await Self.registered(scene.folder, step)
        return scene
    }

    /// Plays the person until a request stands at a step; where that is one after their part, until it is pulled.
    private func decide(_ session: any ConsentSession, _ scene: BrokerScene, to step: Step) async throws {
        if step == .selecting { return }
        try await session.select("Local")
        if step == .starting {
            // Beside the one that was to register something, and does nothing either.
            return try await eventually { RunningProgram(path: scene.folder.program("Local")).processes.count == 2 }
        }
        _ = try await session.stage { if case .reviewing = $0 { true } else { false } }
        if step == .reviewing { return }
        try await session.act("accept", values: [:])
        let transaction = try await session.transaction()
        if step == .verifying { return }
        try await session.confirm(try await scene.verify(transaction))
    }

    /// A scene in which a request stands at a step.
    private func scene(at step: Step) async throws -> (BrokerScene, any ConsentSession, TestAgent) {
        let scene = try await before(step)
        let agent = try scene.agent()
        try await agent.present(data, origin: requests.origin)
        #expect(try await agent.notice() == .window(CollectingConsent.window))
        let session = try await scene.consent.next()
        try await decide(session, scene, to: step)
        guard [.pulling, .answering].contains(step) else { return (scene, session, agent) }
        #expect(try await agent.notice() == .pull)
        if step == .pulling { return (scene, session, agent) }
        try await agent.release(data, origin: requests.origin)
        try await eventually { scene.folder.log("Local")?.contains("released") == true }
        return (scene, session, agent)
    }

    /// The same, and the user agent is the program that browsers start.
    private func hosted(at step: Step) async throws -> (BrokerScene, any ConsentSession, HostProcess) {
        let scene = try await before(step)
        let host = try HostProcess(
            try #require(Program.path("mdoc-native-host")), socket: scene.folder.configuration.runtime + "/agents.sock")
        let (origin, text) = (requests.origin, String(decoding: data, as: UTF8.self))
        try host.say(["type": "ping"])
        #expect(try await host.next("type") == "pong")
        try host.say(["type": "present", "origin": origin, "topOrigin": origin, "data": text])
        #expect(try await host.next("url") == CollectingConsent.window)
        let session = try await scene.consent.next()
        try await decide(session, scene, to: step)
        guard [.pulling, .answering].contains(step) else { return (scene, session, host) }
        #expect(try await host.next("type") == "pull")
        if step == .pulling { return (scene, session, host) }
        try host.say(["type": "raw", "origin": origin, "data": text])
        try await eventually { scene.folder.log("Local")?.contains("released") == true }
        return (scene, session, host)
    }

    /// The broker goes on with the next request.
    private func answersNext(_ scene: BrokerScene) async throws {
        let agent = try scene.agent()
        try await agent.present(data, origin: requests.origin)
        let session = try await scene.consent.next()
        #expect(try await session.offered() == ["Local"])
        await session.decline()
        _ = try await session.outcome()
        await scene.end()
    }

    @Test("A provider that is killed ends its request and nothing else", arguments: [Step.starting, .reviewing, .verifying, .pulling, .answering])
    func provider(at step: Step) async throws {
        let (scene, session, agent) = try await scene(at: step)
        try await RunningProgram(path: scene.folder.program("Local")).kill()
        #expect(try await agent.end(data, origin: requests.origin) == .ended(.notAllowed))
        #expect(try await session.outcome() == .failed(code: "provider.ended"))
        #expect((scene.folder.log("Local")?.contains("released") == true) == (step == .answering))
        try await answersNext(scene)
    }

    @Test("A user agent that is killed takes its request along, and the provider learns it", arguments: [Step.selecting, .starting, .reviewing, .verifying, .pulling, .answering])
    func userAgent(at step: Step) async throws {
        let (scene, session, agent) = try await scene(at: step)
        agent.channel.close()
        let outcome = try await session.outcome()
        #expect([.withdrawn, .failed(code: "agent.gone")].contains(outcome))
        try await eventually { RunningProgram(path: scene.folder.program("Local")).processes.isEmpty }
        #expect(scene.folder.log("Local")?.split(separator: "\n").contains("answered") == false)
        try await answersNext(scene)
    }

    @Test(
        "A browser's host that is killed takes its request along, the provider learns it, and nothing is released that was not already",
        .enabled(if: Program.path("mdoc-native-host") != nil, "mdoc-native-host is not built"),
        arguments: [Step.selecting, .starting, .reviewing, .verifying, .pulling, .answering])
    func host(at step: Step) async throws {
        let (scene, session, host) = try await hosted(at: step)
        host.kill()
        let outcome = try await session.outcome()
        #expect([.withdrawn, .failed(code: "agent.gone")].contains(outcome))
        try await eventually { RunningProgram(path: scene.folder.program("Local")).processes.isEmpty }
        let log = try #require(scene.folder.log("Local"))
        #expect(!log.split(separator: "\n").contains("answered"))
        #expect(log.components(separatedBy: "released").count == (step == .answering ? 2 : 1))
        try await answersNext(scene)
    }

    // MARK: The parser

    /// Once it does nothing for as long as it may take at most, and then it is the parser.
    private static func parserIdleOnce() throws -> ShellScript {
        let real = try #require(Program.confined("mdoc-request-parser"))
        return try ShellScript("if [ -e begun ]; then exec '\(real)'; fi\ntouch begun\nexec sleep 60")
    }

    @Test("A parser that is killed ends its request, and the next one has a parser of its own")
    func parser() async throws {
        let folder = try BrokerFolder([Self.installed()])
        try await ServedBroker.enrol(folder)
        let script = try Self.parserIdleOnce()
        let broker = try await ServedBroker(folder, "accept:Local", parser: script.path)
        _ = try await folder.run(folder.program("Local"), ["--as-app", "--register", Self.documents[0]])
        let agent = try TestAgent(folder.configuration.runtime + "/agents.sock")
        try await agent.present(data, origin: requests.origin)
        try await Children(of: broker.identifier, running: "sleep").kill()
        #expect(try await agent.notice() == .ended(.notAllowed))
        let next = try TestAgent(folder.configuration.runtime + "/agents.sock")
        try await next.present(data, origin: requests.origin)
        #expect(try await next.end(data, origin: requests.origin) == .response(data.reversed()))
        broker.kill()
    }

    @Test(
        "A user agent that leaves, or takes its request back, while that is parsed ends the parser, and the next request is begun",
        arguments: [true, false])
    func leftWhileParsing(isGone: Bool) async throws {
        let folder = try BrokerFolder([Self.installed()])
        try await ServedBroker.enrol(folder)
        let script = try Self.parserIdleOnce()
        let broker = try await ServedBroker(folder, "accept:Local", parser: script.path)
        _ = try await folder.run(folder.program("Local"), ["--as-app", "--register", Self.documents[0]])
        let parsers = Children(of: broker.identifier, running: "sleep")
        let agent = try TestAgent(folder.configuration.runtime + "/agents.sock")
        try await agent.present(data, origin: requests.origin)
        try await eventually { !parsers.processes.isEmpty }
        let left = ContinuousClock.now
        if isGone { agent.channel.close() } else { try await agent.channel.send(UserAgentMessage.cancel.encode()) }
        try await eventually { parsers.processes.isEmpty }
        // By itself it would be ended after 20 seconds.
        #expect(ContinuousClock.now - left < .seconds(10))
        if !isGone { #expect(try await agent.notice() == .ended(.notAllowed)) }
        try await eventually {
            let next = try TestAgent(folder.configuration.runtime + "/agents.sock")
            try await next.present(data, origin: requests.origin)
            let end = try await next.end(data, origin: requests.origin)
            // The parser is gone a moment before its request is.
            if end == .ended(.inProgress) { return false }
            #expect(end == .response(data.reversed()))
            return true
        }
        broker.kill()
    }

    /// Processes of a name that a process has started.
    private struct Children {
        let parent: Int32
        let name: String

        init(of parent: Int32, running name: String) { (self.parent, self.name) = (parent, name) }

        var processes: [Int32] {
            ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { Int32($0) }.filter { process in
                guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
                return status.contains("(\(name))") && status.split(separator: ")").last?.split(separator: " ").dropFirst().first == "\(parent)"
            }
        }

        func kill() async throws {
            try await eventually { !processes.isEmpty }
            for process in processes { Glibc.kill(process, SIGKILL) }
        }
    }
}
