import BrokerMessages
import CBOR
import Foundation
import Glibc
import IssuingAuthority
import MobileDocument
import Testing
import TextEncodings
import WalletBroker

@Suite(
    "Two brokers' own processes, and a website that verifies what comes", .serialized, .timeLimit(.minutes(10)),
    .enabled(if: isHybridBuilt && Program.path("wallet-provider") != nil, "the programs are not built"))
struct OtherDeviceProcessTests {
    /// `mdoc-hybrid answer` at the other machine's terminal.
    private func answer(_ code: String, on folder: BrokerFolder, isRemembering: Bool = false) async throws -> [String] {
        let devices = try #require(folder.configuration.devices)
        let remembering = isRemembering ? ["--remember", "--links", folder.configuration.state + "/links"] : []
        return try await folder.run("/usr/bin/env", [
            "MDOC_AGENTS_SOCKET=\(folder.configuration.runtime)/agents.sock", devices.path, "answer", code,
        ] + devices.arguments + remembering)
    }

    /// What a broker shows at its terminal as a code's text.
    private func code(_ broker: ServedBroker) async throws -> String {
        try await broker.prints("Press Return to withdraw the request.")
        var code = ""
        try await eventually {
            code = try broker.printed().firstMatch(of: /(FIDO:\/[0-9]+)\n/).map { String($0.output.1) } ?? ""
            return !code.isEmpty
        }
        return code
    }

    /// The licence of canaries with a portrait that is larger than what a socket takes: whoever hands its answer on holds it until it is read.
    private static let largeLicence = DocumentContent(
        docType: Canary.licence.docType,
        elements: Canary.licence.elements.map { (element: DocumentContent.Element) -> DocumentContent.Element in
            guard element.reference.identifier == "portrait", case .bytes(let bytes) = element.value else { return element }
            return .init(element.reference, .bytes(bytes + [UInt8](repeating: 0, count: 1 << 19)))
        })

    @Test("A licence of canaries on one machine, its website on another: the website verifies it, and nothing between gets to know what it says")
    func canary() async throws {
        let place = try await MeetingPlace()
        let there = try await InstalledLicence("wallet-provider", Self.largeLicence, deviceOptions: place.options)
        let here = try BrokerFolder([], deviceOptions: place.options)
        try await ServedBroker.enrol(here)
        let asking = try await ServedBroker(here, nil)
        let answering = try await ServedBroker(there.folder, "accept:App")
        let (session, request) = try there.request(Canary.asked)
        let (data, origin) = (String(decoding: RequestScene.json(request.data), as: UTF8.self), there.scene.origin)
        let traces = Canary.traces.and(origin)
        // The page's browser has the extension: its host is the last on this machine to hold the answer.
        let host = try HostProcess(try #require(Program.path("mdoc-native-host")), socket: here.configuration.runtime + "/agents.sock")
        try host.say(["type": "ping"])
        #expect(try host.hear("type") == "pong")
        try host.say(["type": "present", "origin": origin, "topOrigin": origin, "data": data])
        try await asking.prints("No app here can answer. The number of another device")
        try asking.type("1")
        #expect(try host.hear("type") == "pull")
        try host.say(["type": "raw", "origin": origin, "data": data])
        let code = try await code(asking)
        // A broker that stands still does not read: what has met the other device keeps the answer until it does.
        Glibc.kill(asking.identifier, SIGSTOP)
        let lines = try await answer(code, on: there.folder)
        #expect(lines.first == "Calling the other device ..." && lines.last == "The other device has its answer.")
        let between = RunningProgram(path: here.deviceProgram).processes
        #expect(between.count == 1)
        for process in between {
            if let found = RunningProgram.found(traces, inMemoryOf: process) { #expect(found == [origin]) }
        }
        Glibc.kill(asking.identifier, SIGCONT)
        // The answer is longer than what the pipe takes, too.
        try await eventually { host.waiting == 4096 }
        if let found = RunningProgram.found(traces, inMemoryOf: host.identifier) { #expect(found == [origin]) }
        guard let text = try host.hear("response"), let sealed = Base64URL.decode(text) else {
            Issue.record("there is no answer: \(try asking.printed()) \(try answering.printed())")
            return
        }
        let received = try await there.texts(in: sealed, of: session)
        #expect(Set(received.keys) == Set(Canary.asked) && received["family_name"] == Canary.text + "-family_name")
        try await asking.prints("The request is over: the answer was sent.")
        var written = try here.writtenBytes() + there.folder.writtenBytes()
        for output in [try asking.printed(), try answering.printed(), try host.complained()] { written += Data(output.utf8) }
        #expect(written.range(of: Data("family_name".utf8)) != nil)
        #expect(Canary.traces.found(in: written) == [])
        let searched: [(Int32, Set<String>)] = [(asking.identifier, [origin]), (answering.identifier, [origin]), (place.tunnel, [])]
        for (process, known) in searched {
            if let found = RunningProgram.found(traces, inMemoryOf: process) { #expect(found == known) }
        }
        asking.kill()
        answering.kill()
    }

    @Test("A machine that was remembered asks again without a code: its terminal names the other device, and Return ends it there")
    func linked() async throws {
        let place = try await MeetingPlace()
        let options = place.options + ["--name", TwoMachines.name]
        let there = try await BrokerScene([TwoMachines.local], deviceOptions: options)
        let here = try BrokerFolder([], deviceOptions: options)
        try await ServedBroker.enrol(here)
        let requests = try RequestScene()
        let data = try requests.data()
        let asking = try await ServedBroker(here, nil)
        /// Asks, once the time before is over, and chooses the first device of the list.
        func ask(_ time: Int) async throws -> TestAgent {
            try await eventually { try asking.printed().ranges(of: "The request is over").count == time - 1 }
            let agent = try TestAgent(here.configuration.runtime + "/agents.sock")
            try await agent.present(data, origin: requests.origin)
            try await eventually { try asking.printed().ranges(of: "The number of another device").count == time }
            try asking.type("1")
            #expect(try await agent.notice() == .pull)
            try await agent.release(data, origin: requests.origin)
            return agent
        }
        let first = try await ask(1)
        let code = try await code(asking)
        async let lines = answer(code, on: there.folder, isRemembering: true)
        let shown = try await there.consent.next()
        try await shown.review("Local", pressing: "accept")
        try await shown.confirm(try await there.verify(try await shown.transaction()))
        #expect(try await lines.last == "The other device has its answer.")
        #expect(try await first.notice() == .response(data.reversed()))
        #expect(try await shown.outcome() == .answered)
        // Until the other machine waits, it cannot be reached.
        for time in 2... {
            let agent = try await ask(time)
            let reached = "Continue on \(TwoMachines.name): decide there."
            try await eventually {
                let printed = try asking.printed()
                return printed.contains(reached) || printed.ranges(of: "it failed (hybrid.tunnel)").count == time - 1
            }
            guard try asking.printed().contains(reached) else { continue }
            let again = try await there.consent.next()
            try asking.type("")
            #expect(try await agent.notice() == .ended(.notAllowed))
            #expect(try await again.outcome() == .withdrawn)
            break
        }
        asking.kill()
        await there.end()
    }

    @Test("Return takes a request back that is on another device, and a broker that is killed ends it there")
    func takenBack() async throws {
        let machines = try await MeetingPlace()
        let there = try await BrokerScene([TwoMachines.local], deviceOptions: machines.options)
        let here = try BrokerFolder([], deviceOptions: machines.options)
        try await ServedBroker.enrol(here)
        let requests = try RequestScene()
        let data = try requests.data()
        for isKilled in [false, true] {
            let asking = try await ServedBroker(here, nil)
            let agent = try TestAgent(here.configuration.runtime + "/agents.sock")
            try await agent.present(data, origin: requests.origin)
            try await asking.prints("No app here can answer.")
            try asking.type("1")
            #expect(try await agent.notice() == .pull)
            try await agent.release(data, origin: requests.origin)
            let answering = TwoMachines.Answering(there.broker, .text(try await code(asking)))
            let shown = try await there.consent.next()
            try await asking.prints("Continue on the other device")
            if isKilled { asking.kill() } else { try asking.type("") }
            #expect(try await agent.notice() == (isKilled ? nil : .ended(.notAllowed)))
            #expect(try await shown.outcome() == .withdrawn)
            #expect(await answering.stages.last == .ended(code: "hybrid.closed"))
            asking.kill()
        }
        await there.end()
    }
}
