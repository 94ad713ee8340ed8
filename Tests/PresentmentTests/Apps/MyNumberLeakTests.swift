import BrokerMessages
import Foundation
import MobileDocument
import Testing
import VectorSupport
import WalletBroker

@Suite(
    "Nothing of a My Number is left behind",
    .enabled(if: canAskAsApp && Program.path("mdoc-broker") != nil, "the broker, its parser, the test app and Wallet are not built"))
struct MyNumberLeakTests {
    private static let asked: [ElementIdentifier] = ["full_name_unicode", MyNumberCard.element]

    @Test("Over the web the website alone gets to know it: no file, no output, not the broker's memory")
    func website() async throws {
        let installed = try await InstalledLicence("wallet-provider", MyNumberCard.content())
        let broker = try await ServedBroker(installed.folder, "accept:App")
        let (session, request) = try installed.request(Self.asked, of: MyNumberCard.nameSpace)
        let (agent, data) = (try TestAgent(installed.folder.configuration.runtime + "/agents.sock"), RequestScene.json(request.data))
        try await agent.present(data, origin: installed.scene.origin, locale: "en")
        guard case .response(let answer)? = try await agent.end(data, origin: installed.scene.origin) else {
            Issue.record("there is no answer: \(try broker.printed())")
            return
        }
        #expect(try await installed.texts(in: answer, of: session)[MyNumberCard.element] == MyNumberCard.number)
        try await Self.search(installed, broker, knowing: installed.scene.origin)
    }

    @Test("A website whose certificate does not name it gets no answer, not even the rest of what it asks for")
    func otherWebsite() async throws {
        let installed = try await InstalledLicence("wallet-provider", MyNumberCard.content())
        let broker = try await ServedBroker(installed.folder, "accept:App")
        let (_, request) = try installed.request(Self.asked, of: MyNumberCard.nameSpace, mayAsk: ["full_name_unicode"])
        let (agent, data) = (try TestAgent(installed.folder.configuration.runtime + "/agents.sock"), RequestScene.json(request.data))
        try await agent.present(data, origin: installed.scene.origin, locale: "en")
        // It was agreed to, and then the provider saw whose it is.
        #expect(try await agent.notices(data, origin: installed.scene.origin) == [.pull, .ended(.notAllowed)])
        broker.kill()
    }

    @Test("A website that would keep it gets no answer, not even the rest of what it asks for")
    func keepingWebsite() async throws {
        let installed = try await InstalledLicence("wallet-provider", MyNumberCard.content())
        let broker = try await ServedBroker(installed.folder, "accept:App")
        let (_, request) = try installed.request(Self.asked, of: MyNumberCard.nameSpace, retaining: [MyNumberCard.element])
        let (agent, data) = (try TestAgent(installed.folder.configuration.runtime + "/agents.sock"), RequestScene.json(request.data))
        try await agent.present(data, origin: installed.scene.origin, locale: "en")
        #expect(try await agent.notices(data, origin: installed.scene.origin) == [.pull, .ended(.notAllowed)])
        broker.kill()
    }

    @Test("Asked for by an app with a legal basis, the app's server alone gets to know it: no file, no output, not the broker's memory")
    func app() async throws {
        let installed = try await InstalledLicence("wallet-provider", MyNumberCard.content())
        try installed.installApp()
        let broker = try await ServedBroker(installed.folder, "accept:App")
        let grant = try installed.grant([MyNumberCard.docType: ["name", "document-number"]], legalBasis: MyNumberCard.basis)
        let lines = try await installed.run(
            ["ask", "--region", "JP", "--kind", "national-id-card", "--word", "name", "--word", "document-number"], grant: grant)
        let received = try installed.received(lines)
        #expect(received?[ElementReference(MyNumberCard.nameSpace, MyNumberCard.element)] == MyNumberCard.number)
        #expect(MyNumberCard.traces.found(in: Data(lines.joined().utf8)) == [])
        try await Self.search(installed, broker, knowing: "app:example.docking")
    }

    /// Looks for the number in all that is left of an answer.
    ///
    /// - Parameter asker: what the broker does remember, or the search would prove nothing.
    private static func search(_ installed: InstalledLicence, _ broker: ServedBroker, knowing asker: String) async throws {
        let history = try PresentmentHistory(path: installed.folder.configuration.state + "/history.sqlite")
        #expect(try await history.entries().map(\.record.outcome) == [ConsentOutcome.answered])
        let written = try installed.folder.writtenBytes() + Data(try broker.printed().utf8)
        #expect(written.range(of: Data(MyNumberCard.element.rawValue.utf8)) != nil)
        #expect(MyNumberCard.traces.found(in: written) == [])
        // The documents' own folder holds it sealed.
        #expect(try MyNumberCard.traces.found(in: installed.storage.contents()) == [])
        #expect(MyNumberCard.traces.found(in: Data(installed.issued)) == Set(MyNumberCard.traces.forms.keys))
        if let found = RunningProgram.found(MyNumberCard.traces.and(asker), inMemoryOf: broker.identifier) { #expect(found == [asker]) }
        broker.kill()
    }
}
