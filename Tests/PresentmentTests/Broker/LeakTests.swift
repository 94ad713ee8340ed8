import BrokerMessages
import CBOR
import DocumentTrust
import Foundation
import Glibc
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing
import TextEncodings
import UserVerification
import VectorSupport
import WalletBroker

/// The examples' providers, each alone on its machine.
private let providers = ["wallet-provider", "local-driving-authority-provider"]

@Suite(
    "Nothing that a document says is left behind",
    .enabled(
        if: Program.confined("mdoc-request-parser") != nil && Program.path("mdoc-broker") != nil && providers.allSatisfy { Program.path($0) != nil },
        "the broker, its parser and the examples' providers are not built"))
struct LeakTests {
    @Test("Each element of the canary is recognised: in a document, and its texts and dates in base64, hexadecimal digits and UTF-16 too")
    func recognised() {
        let traces = Canary.traces
        let everything: [UInt8] = Canary.licence.elements.flatMap(Canary.item)
        #expect(traces.forms.values.joined().allSatisfy { $0.count >= 8 })
        for element in Canary.licence.elements {
            #expect(!traces.found(in: Data(Canary.item(element))).isEmpty, "\(element.reference)")
        }
        let all = Set(traces.forms.keys)
        #expect(traces.found(in: Data(everything)) == all)
        #expect(traces.and("nobody said this").found(in: Data(everything)) == all)
        let written = Set(
            [Canary.text, "birth_date", "issue_date", "expiry_date", "portrait_capture_date", "driving since", "driving until"])
        for before in 0..<3 {
            let shifted = [UInt8](repeating: 0, count: before) + everything
            #expect(traces.found(in: Data(Base64URL.encode(shifted).utf8)) == written, "after \(before) bytes")
        }
        #expect(traces.found(in: Data(Hexadecimal.text(everything).utf8)) == written)
        #expect(traces.found(in: Data("\(everything)".utf8)) == written)
        let wide: [UInt8] = Canary.text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        #expect(traces.found(in: Data(wide)) == [Canary.text])
    }

    @Test("With a canary in every element, the website alone gets to know it: no file, no output, not the broker's memory", arguments: providers)
    func canary(_ program: String) async throws {
        let installed = try await InstalledLicence(program, Canary.licence)
        let (session, request) = try installed.request(Canary.asked)
        let broker = try await ServedBroker(installed.folder, "accept:App")
        let answer = try #require(try await Self.answer(to: request, of: installed), "there is no answer: \((try? broker.printed()) ?? "")")
        let received = try await installed.texts(in: answer, of: session)
        #expect(Set(received.keys) == Set(Canary.asked))
        #expect(received["family_name"] == Canary.text + "-family_name")
        let history = try PresentmentHistory(path: installed.folder.configuration.state + "/history.sqlite")
        #expect(try await history.entries().map(\.record.outcome) == [ConsentOutcome.answered])
        let written = try installed.folder.writtenBytes() + Data(try broker.printed().utf8)
        #expect(written.range(of: Data("family_name".utf8)) != nil)
        #expect(Canary.traces.found(in: written) == [])
        // The documents' own folder holds them sealed.
        #expect(try Canary.traces.found(in: installed.storage.contents()) == [])
        // The search knows each element where it does stand.
        #expect(Canary.traces.found(in: Data(installed.issued)) == Set(Canary.traces.forms.keys))
        let origin = installed.scene.origin
        if let found = RunningProgram.found(Canary.traces.and(origin), inMemoryOf: broker.identifier) {
            // The page's name is there, or the search would prove nothing.
            #expect(found == [origin])
        }
        broker.kill()
    }

    @Test(
        "The browser's host has the answer sealed: nothing of the document is in its memory or output while it hands it on, nor in a core dump",
        .enabled(if: Program.path("mdoc-native-host") != nil, "mdoc-native-host is not built"))
    func host() async throws {
        let installed = try await InstalledLicence("wallet-provider", Canary.licence)
        let (session, request) = try installed.request(Canary.asked)
        let broker = try await ServedBroker(installed.folder, "accept:App")
        let program = try #require(Program.path("mdoc-native-host"))
        // What a host says is heard, or its silence would prove nothing.
        let alone = try HostProcess(program, socket: installed.folder.path + "/nobody.sock")
        try await eventually { try alone.complained().contains("no broker answers") }
        let host = try HostProcess(program, socket: installed.folder.configuration.runtime + "/agents.sock")
        let (origin, data) = (installed.scene.origin, String(decoding: RequestScene.json(request.data), as: UTF8.self))
        try host.say(["type": "ping"])
        #expect(try host.hear("type") == "pong")
        try host.say(["type": "present", "origin": origin, "topOrigin": origin, "data": data])
        #expect(try host.hear("type") == "pull")
        try host.say(["type": "raw", "origin": origin, "data": data])
        // The answer is longer than what the pipe takes, so the host is in the middle of it.
        try await eventually { host.waiting == 4096 }
        #expect(try CoreDump.isEmpty(of: host.identifier))
        let traces = Canary.traces.and(origin)
        if let found = RunningProgram.found(traces, inMemoryOf: host.identifier) { #expect(found == [origin]) }
        let text = try #require(try host.hear("response"))
        let sealed = try #require(Base64URL.decode(text))
        #expect(try await installed.texts(in: sealed, of: session)["family_name"] == Canary.text + "-family_name")
        try await eventually { host.hasEnded }
        #expect(try traces.found(in: Data(host.complained().utf8)) == [])
        broker.kill()
    }

    /// What the page of a website gets through the broker; nil where that is no response.
    private static func answer(to request: PresentationRequest, of installed: InstalledLicence) async throws -> [UInt8]? {
        let agent = try TestAgent(installed.folder.configuration.runtime + "/agents.sock")
        let data = RequestScene.json(request.data)
        try await agent.present(data, origin: installed.scene.origin, locale: "en")
        guard case .response(let answer)? = try await agent.end(data, origin: installed.scene.origin) else { return nil }
        return answer
    }

    @Test("The provider releases exactly the elements agreed to", arguments: providers)
    func exactly(_ program: String) async throws {
        let installed = try await InstalledLicence(program, Canary.licence)
        let (session, request) = try installed.request(["family_name", "resident_city"])
        let broker = try await ServedBroker(installed.folder, "accept:App")
        let answer = try #require(try await Self.answer(to: request, of: installed), "there is no answer: \((try? broker.printed()) ?? "")")
        #expect(
            try await installed.texts(in: answer, of: session)
                == ["family_name": Canary.text + "-family_name", "resident_city": Canary.text + "-resident_city"])
        broker.kill()
    }

    @Test("A document of a type that nobody has thought of goes the whole way: a website asks for one element, gets just that, and verifies it")
    func madeUp() async throws {
        let json = """
            {"docType": "org.example.cook.1", "nameSpaces": {"org.example.galley": {"cook_name": "Mary Jane", "cook_number": "GN-447-19"}}}
            """
        let installed = try await InstalledLicence("wallet-provider", DocumentContent(json: Data(json.utf8)))
        let (session, request) = try installed.request(["cook_number"], of: "org.example.galley")
        let broker = try await ServedBroker(installed.folder, "accept:App")
        let answer = try #require(try await Self.answer(to: request, of: installed), "there is no answer: \((try? broker.printed()) ?? "")")
        #expect(try await installed.texts(in: answer, of: session) == ["cook_number": "GN-447-19"])
        broker.kill()
    }

    @Test("Neither the broker nor what it starts leaves a core dump, and no other program of its user can look into the broker")
    func concealed() async throws {
        let provider = BrokerFolder.Provider(
            name: "Local", documents: ["one=\(BrokerFolder.licence)=any"], arguments: ["--flaw", "waitsInAnswer"])
        let folder = try BrokerFolder([provider])
        try await ServedBroker.enrol(folder)
        let requests = try RequestScene()
        let broker = try await ServedBroker(folder, "accept:Local")
        _ = try await folder.run(folder.program("Local"), ["--as-app", "--register", provider.documents[0]])
        // Allowed now, it is told to register what it has, by a process that is over before the one that answers is looked at.
        try await eventually { folder.log("Local")?.contains("updated") == true && RunningProgram(path: folder.program("Local")).processes.isEmpty }
        let agent = try TestAgent(folder.configuration.runtime + "/agents.sock")
        let data = try requests.data()
        try await agent.present(data, origin: requests.origin)
        while let notice = try await agent.notice(), notice != .pull {}
        try await agent.release(data, origin: requests.origin)
        try await eventually { folder.log("Local")?.contains("released") == true }
        let started = RunningProgram(path: folder.program("Local")).processes
        #expect(!started.isEmpty)
        for process in [broker.identifier] + started { #expect(try CoreDump.isEmpty(of: process)) }
        broker.kill()
    }

    @Test(
        "A crash of broker, provider, mdoc-hybrid or the browsers' host is not reported with what was in its memory, whatever the environment says",
        .enabled(if: !Program.isSanitized, "a sanitizer takes the signals of crashes itself"),
        .enabled(if: ["mdoc-hybrid", "mdoc-native-host"].allSatisfy { Program.path($0) != nil }, "mdoc-hybrid and mdoc-native-host are not built"))
    func crashes() async throws {
        let provider = BrokerFolder.Provider(
            name: "Local", documents: ["one=\(BrokerFolder.licence)=any"], arguments: ["--flaw", "waitsInAnswer"])
        let folder = try BrokerFolder([provider])
        try await ServedBroker.enrol(folder)
        let requests = try RequestScene()
        let broker = try await ServedBroker(folder, "accept:Local", startedBy: ["/usr/bin/env", "SWIFT_BACKTRACE=enable=yes"])
        _ = try await folder.run(folder.program("Local"), ["--as-app", "--register", provider.documents[0]])
        try await eventually { folder.log("Local")?.contains("updated") == true && RunningProgram(path: folder.program("Local")).processes.isEmpty }
        let agent = try TestAgent(folder.configuration.runtime + "/agents.sock")
        let data = try requests.data()
        try await agent.present(data, origin: requests.origin)
        while let notice = try await agent.notice(), notice != .pull {}
        try await agent.release(data, origin: requests.origin)
        try await eventually { folder.log("Local")?.contains("released") == true }
        let started = RunningProgram(path: folder.program("Local")).processes
        #expect(!started.isEmpty)
        for process in [broker.identifier] + started { #expect(try !CrashSignals.areTaken(by: process)) }
        let options = ["attend", "--adverts", "loopback:4711", "--tunnel", "1000"]
        let hybrid = try WaitingProgram(try #require(Program.path("mdoc-hybrid")), options, environment: ["SWIFT_BACKTRACE": "enable=yes"])
        let environment = ["SWIFT_BACKTRACE": "enable=yes", "MDOC_AGENTS_SOCKET": folder.configuration.runtime + "/agents.sock"]
        let host = try WaitingProgram(try #require(Program.path("mdoc-native-host")), [], environment: environment)
        for process in [hybrid.identifier, host.identifier] {
            try await eventually { try CoreDump.isEmpty(of: process) }
            #expect(try !CrashSignals.areTaken(by: process))
        }
        // The same provider, where nobody says so, has them taken.
        let other = try WaitingProgram(folder.program("Local"), ["--flaw", "showsNothing"], environment: ["SWIFT_BACKTRACE": "enable=yes"])
        try await eventually { try CrashSignals.areTaken(by: other.identifier) }
        broker.kill()
    }

    private static let setpriv = "/usr/bin/setpriv"
    /// Arguments for a program of a user that has nothing.
    private static let asNobody = BrokerFolder.becoming("65534")

    @Test(
        "No other program of the same user can look into the broker, which recognises apps all the same",
        .enabled(if: geteuid() == 0 && FileManager.default.isExecutableFile(atPath: setpriv), "needs root and setpriv"),
        .enabled(if: Program.isOpenToAll("mdoc-broker"), "the programs are in a folder that other users cannot enter"))
    func sameUser() async throws {
        let folder = try BrokerFolder([.init(name: "Local", documents: ["one=\(BrokerFolder.licence)=any"])])
        try await ServedBroker.enrol(folder)
        for file in [""] + (try FileManager.default.subpathsOfDirectory(atPath: folder.path)) { chown("\(folder.path)/\(file)", 65534, 65534) }
        func run(_ arguments: [String]) async throws -> [String] { try await folder.run(Self.setpriv, Self.asNobody + arguments) }
        #expect(try await !run([folder.program("Local"), "--as-app"]).isEmpty, "the programs can be started")
        let broker = try await ServedBroker(folder, "accept:Local", startedBy: [Self.setpriv] + Self.asNobody)
        #expect(try await run([folder.program("Local"), "--as-app", "--register", "one=\(BrokerFolder.licence)=any"]).last == "kept one")
        #expect(try await run(["/bin/cat", "/proc/\(broker.identifier)/maps"]).isEmpty)
        let other = Process()
        other.executableURL = URL(fileURLWithPath: Self.setpriv)
        other.arguments = Self.asNobody + ["/bin/sleep", "60"]
        try other.run()
        defer { other.terminate() }
        try await eventually { RunningProgram(path: "/usr/bin/sleep").processes.contains(other.processIdentifier) }
        #expect(try await !run(["/bin/cat", "/proc/\(other.processIdentifier)/maps"]).isEmpty)
        broker.kill()
    }
}
