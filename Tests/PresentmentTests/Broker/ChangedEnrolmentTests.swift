import BrokerMessages
import Foundation
import ProviderDocuments
import Testing

@Suite(
    "An enrolment that changed",
    .enabled(
        if: Program.confined("mdoc-request-parser") != nil && ["mdoc-broker", "wallet", "wallet-provider"].allSatisfy { Program.path($0) != nil },
        "the broker, its parser and Wallet are not built"))
struct ChangedEnrolmentTests {
    private static let pin = "274951"
    private static let otherPIN = "860415"

    @Test("After another PIN a document answers nobody, until its app has bound it anew since somebody has looked at the person again")
    func rebound() async throws {
        let wallet = try #require(Program.path("wallet"))
        let installed = try await InstalledLicence("wallet-provider", Canary.licence, apps: [wallet])
        let (session, request) = try installed.request(["family_name"])
        let data = RequestScene.json(request.data)
        let (first, firstAgent) = try await agreed(installed, data, pin: Self.pin)
        guard case .response? = try await firstAgent.notice() else {
            Issue.record("there is no answer: \(try first.printed())")
            return
        }
        first.kill()
        try await ServedBroker.enrolByProgram(installed.folder, pin: Self.otherPIN)
        let (second, secondAgent) = try await agreed(installed, data, pin: Self.otherPIN)
        try await second.prints("(provider.ownerChanged)")
        // Nothing typed is no.
        try second.type("")
        #expect(try await secondAgent.notice() == .ended(.notAllowed))
        let folder = installed.storage.path + "/wallet"
        let document = try #require(try ProviderFolder(folder).documents.documents().first).id
        let lines = try await installed.folder.run(wallet, ["rebind", document, "--reviewer", "Sam Clerk", "--folder", folder])
        #expect(lines.last?.contains("bound to the machine's owner · confirmed by Sam Clerk") == true)
        second.kill()
        let (third, thirdAgent) = try await agreed(installed, data, pin: Self.otherPIN)
        guard case .response(let answer)? = try await thirdAgent.notice() else {
            Issue.record("there is no answer: \(try third.printed())")
            return
        }
        #expect(try await installed.texts(in: answer, of: session) == ["family_name": Canary.text + "-family_name"])
        third.kill()
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
