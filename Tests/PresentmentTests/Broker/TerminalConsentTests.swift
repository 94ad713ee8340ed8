import BrokerMessages
import Foundation
import GRDB
import Testing
import WalletBroker

@Suite(
    "What the broker says at a terminal", .timeLimit(.minutes(5)),
    .enabled(
        if: Program.confined("mdoc-request-parser") != nil && Program.path("mdoc-broker") != nil && Program.path("test-provider") != nil,
        "the broker, its parser and the test provider are not built"))
struct TerminalConsentTests {
    private static let licence = "one=\(BrokerFolder.licence)=any"

    private let requests: RequestScene
    private let folder: BrokerFolder

    init() throws {
        requests = try RequestScene()
        folder = try BrokerFolder([.init(name: "Local", documents: [Self.licence])])
    }

    /// A broker whose person has been asked about the app, and has answered.
    private func broker(asked answer: String, startedBy starter: [String] = []) async throws -> ServedBroker {
        let folder = self.folder
        let broker = try await ServedBroker(folder, nil, startedBy: starter)
        async let lines = folder.run(folder.program("Local"), ["--as-app", "--register", Self.licence])
        // What it may present: all that is new where it is asked for anew.
        let types = "  Driving licence (\(BrokerFolder.licence))\n  Photo ID (\(BrokerFolder.photoID))\n"
        try await broker.prints(" wants to present your documents to websites:\n\(types)Allow it? [y/N]")
        try broker.type(answer)
        _ = try await lines
        return broker
    }

    /// A broker whose person has allowed the app, which has registered what it has.
    private func allowedBroker(startedBy starter: [String] = []) async throws -> ServedBroker {
        let broker = try await broker(asked: " y ", startedBy: starter)
        try await eventually { folder.log("Local")?.contains("updated\nover") == true }
        return broker
    }

    @Test("Who does not let an app present documents is told how to let it later")
    func refused() async throws {
        let broker = try await broker(asked: "")
        try await broker.prints("Local App is not allowed. To allow it later, serve with 'mdoc-broker serve --port N', and open the address")
        broker.kill()
    }

    @Test(
        "At a terminal what is no number of a list is a slip, and the list is shown again, until there are too many; blanks beside a number are none",
        .enabled(if: TestTerminal.isAvailable, "needs Python for a terminal"))
    func slips() async throws {
        let (broker, data) = (try await allowedBroker(startedBy: TestTerminal.starter), try requests.data())
        let agents = folder.configuration.runtime + "/agents.sock"
        let first = try TestAgent(agents)
        try await first.present(data, origin: requests.origin)
        for (count, typed) in zip(1..., ["7", "one", " 1 "]) {
            try await eventually { try broker.printed().ranges(of: "Which app should answer?").count == count }
            try broker.type(typed)
        }
        try await broker.prints("What should happen?")
        #expect(try broker.printed().ranges(of: "There is no such number.").count == 2)
        // Nothing typed is no.
        try broker.type("")
        #expect(try await first.end(data, origin: requests.origin) == .ended(.notAllowed))
        // The broker closes when it has written down the request, and takes the next one.
        #expect(try await first.notice() == nil)
        let second = try TestAgent(agents)
        try await second.present(data, origin: requests.origin)
        for count in 4...7 {
            try await eventually { try broker.printed().ranges(of: "Which app should answer?").count == count }
            try broker.type("one")
        }
        #expect(try await second.end(data, origin: requests.origin) == .ended(.notAllowed))
        broker.kill()
    }

    @Test(
        "At a terminal Control-D answers one question, with what stands before it: the next request is asked about as ever, and a sheet has its bar",
        .enabled(if: TestTerminal.isAvailable, "needs Python for a terminal"))
    func controlD() async throws {
        let (broker, data) = (try await allowedBroker(startedBy: TestTerminal.starter), try requests.data())
        let agents = folder.configuration.runtime + "/agents.sock"
        let first = try TestAgent(agents)
        try await first.present(data, origin: requests.origin)
        try await broker.prints("Which app should answer?")
        try broker.type("\u{4}")
        #expect(try await first.end(data, origin: requests.origin) == .ended(.notAllowed))
        // The broker closes when it has written down the request, and takes the next one.
        #expect(try await first.notice() == nil)
        let second = try TestAgent(agents)
        try await second.present(data, origin: requests.origin)
        try await eventually { try broker.printed().ranges(of: "Which app should answer?").count == 2 }
        try broker.type("1\u{4}")
        try await broker.prints(" shows:\n  | ")
        try await broker.prints("What should happen?")
        try broker.type("")
        #expect(try await second.end(data, origin: requests.origin) == .ended(.notAllowed))
        broker.kill()
    }

    @Test("From a script what is no number of a list declines, and its next line answers the next request")
    func script() async throws {
        let (broker, data) = (try await allowedBroker(), try requests.data())
        let agents = folder.configuration.runtime + "/agents.sock"
        for line in ["n", "1", ""] { try broker.type(line) }
        let first = try TestAgent(agents)
        try await first.present(data, origin: requests.origin)
        #expect(try await first.end(data, origin: requests.origin) == .ended(.notAllowed))
        try #require(try !broker.printed().contains("What should happen?"))
        // The broker closes when it has written down the request, and takes the next one.
        #expect(try await first.notice() == nil)
        let second = try TestAgent(agents)
        try await second.present(data, origin: requests.origin)
        try await broker.prints("What should happen?")
        #expect(try await second.end(data, origin: requests.origin) == .ended(.notAllowed))
        broker.kill()
    }

    @Test(
        "Who cannot be verified by a PIN is told why; one with a passkey alone is not led to a PIN without its price",
        arguments: [
            ("DELETE FROM passkey", "There is no PIN yet: set one with 'mdoc-broker enrol'."),
            ("INSERT INTO passkey VALUES (1, x'01', x'02', 0)", "Only a passkey is enrolled, and only the windows take one"),
            ("DROP TABLE phrase", "It cannot be verified that it is you: the file of enrolments cannot be used"),
        ])
    func unverifiable(change: String, words: String) async throws {
        let (broker, data) = (try await allowedBroker(), try requests.data())
        try await DatabaseQueue(path: folder.configuration.state + "/enrolments.sqlite").write { try $0.execute(sql: change) }
        let agent = try TestAgent(folder.configuration.runtime + "/agents.sock")
        try await agent.present(data, origin: requests.origin)
        for question in ["Which app should answer?", "What should happen?"] {
            try await broker.prints(question)
            try broker.type("1")
        }
        try await broker.prints(words)
        #expect(try broker.printed().contains("answer nobody any more") == change.hasPrefix("INSERT"))
        #expect(try await agent.end(data, origin: requests.origin) == .ended(.notAllowed))
        broker.kill()
    }
}
