import BrokerMessages
import Foundation
import ProviderDocuments
import Subprocess
import SystemPackage
import Testing

@Suite(
    "An enrolment that changed",
    .enabled(
        if: Program.confined("mdoc-request-parser") != nil && ["mdoc-broker", "wallet", "wallet-provider"].allSatisfy { Program.path($0) != nil },
        "the broker, its parser and Wallet are not built"))
struct ChangedEnrolmentTests {
    private static let pin = "274951"
    private static let otherPIN = "860415"

    @Test("After another PIN a document answers nobody and is said to, and nothing binds it anew but what its issuer issues to a new key")
    func issuedAnew() async throws {
        let wallet = try #require(Program.path("wallet"))
        let installed = try await InstalledLicence("wallet-provider", Canary.licence, apps: [wallet])
        let path = installed.storage.path + "/wallet"
        let folder = try ProviderFolder(path)
        try folder.trust(installed.parties.root.identity.certificatePEM, named: "issuer", as: .issuer)
        func run(_ arguments: String...) async throws -> [String] { try await installed.folder.run(wallet, arguments + ["--folder", path]) }
        let (session, request) = try installed.request(["family_name"])
        let data = RequestScene.json(request.data)
        let (first, firstAgent) = try await agreed(installed, data, pin: Self.pin)
        guard case .response? = try await firstAgent.notice() else {
            Issue.record("there is no answer: \(try first.printed())")
            return
        }
        #expect(try await run("list").last?.contains("bound to the machine's owner") == true)
        first.kill()
        try await ServedBroker.enrolByProgram(installed.folder, pin: Self.otherPIN)
        let (second, secondAgent) = try await agreed(installed, data, pin: Self.otherPIN)
        try await second.prints("(provider.ownerChanged)")
        // Nothing typed is no.
        try second.type("")
        #expect(try await secondAgent.notice() == .ended(.notAllowed))
        #expect(try await run("list").last?.contains("bound to another PIN or passkey than that of now, and answers nobody") == true)
        // Whoever says so of themselves adds it as theirs as little.
        let stale = try #require(try folder.documents.documents().first)
        let file = installed.storage.path + "/licence.mdoc"
        func add(_ issued: [UInt8], key: String) async throws -> [String] {
            try Data(issued).write(to: URL(fileURLWithPath: file))
            return try await run("add", file, "--key", key, "--title", "Licence", "--reviewer", "Sam Clerk")
        }
        #expect(try await add(installed.issued, key: stale.keyLabel) == [])
        #expect(try folder.documents.documents() == [stale])
        _ = try await run("key", "anew")
        let lines = try await add(installed.world.licence(to: folder.keys.key(label: "anew")), key: "anew")
        #expect(lines.contains { $0.contains("bound to the machine's owner · confirmed by Sam Clerk") }, "\(lines)")
        #expect(try await run("remove", stale.id) == ["Removed."])
        second.kill()
        let (third, thirdAgent) = try await agreed(installed, data, pin: Self.otherPIN)
        guard case .response(let answer)? = try await thirdAgent.notice() else {
            Issue.record("there is no answer: \(try third.printed())")
            return
        }
        #expect(try await Set(installed.texts(in: answer, of: session).keys) == ["family_name"])
        third.kill()
    }

    @Test("Who enrols another PIN is told beforehand what it costs, and who enrols the first one is not")
    func told() async throws {
        let (broker, folder) = (try #require(Program.path("mdoc-broker")), try BrokerFolder([]))
        for (pin, isTold) in [(Self.pin, false), (Self.otherPIN, true)] {
            let enrolling = try await Subprocess.run(
                .path(FilePath(broker)), arguments: Arguments(["enrol", "--state", folder.configuration.state, "--phrase", "blue heron"]),
                input: .string("\(pin)\n"), output: .discarded, error: .string(limit: 4096))
            #expect(enrolling.terminationStatus.isSuccess)
            #expect(enrolling.standardError.hasSuffix("PIN: "))
            #expect(enrolling.standardError.contains("answer nobody any more") == isTold)
        }
        #expect(try await folder.verifier().enrolment()?.phrase == "blue heron")
    }

    /// A broker whose person has agreed at the terminal to a request and typed the PIN, so that the provider has the request.
    private func agreed(_ installed: InstalledLicence, _ data: [UInt8], pin: String) async throws -> (broker: ServedBroker, agent: TestAgent) {
        let broker = try await ServedBroker(installed.folder, nil)
        let agent = try TestAgent(installed.folder.configuration.runtime + "/agents.sock")
        try await agent.present(data, origin: installed.scene.origin, locale: "en")
        for (question, answer) in [("Which app should answer?", "1"), ("What should happen?", "1"), ("blue heron: your PIN", pin)] {
            try await broker.prints(question)
            try broker.type(answer)
        }
        #expect(try await agent.notice() == .pull)
        try await agent.release(data, origin: installed.scene.origin)
        return (broker, agent)
    }
}
