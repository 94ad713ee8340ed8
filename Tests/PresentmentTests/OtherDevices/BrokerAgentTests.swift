import HybridTransport
import MobileDocument
import Testing
import WalletBroker

@testable import mdoc_hybrid

@Suite(
    "The requests of a page on another device, brought to the broker", .timeLimit(.minutes(5)),
    .enabled(if: Program.confined("mdoc-request-parser") != nil && Program.path("test-provider") != nil, "the programs are not built"))
struct BrokerAgentTests {
    /// In the form of no request: without one of its texts, and with texts that say nothing.
    private static let lacking = Array(#"{"deviceRequest":"AA"}"#.utf8)
    private static let unreadable = Array(#"{"deviceRequest":"AA","encryptionInfo":"AA"}"#.utf8)

    private let requests: RequestScene
    private let data: [UInt8]
    private let scene: BrokerScene
    private let agent: BrokerAgent

    init() async throws {
        requests = try RequestScene()
        data = try requests.data()
        scene = try await BrokerScene([TwoMachines.local])
        agent = BrokerAgent(socket: scene.folder.configuration.runtime + "/agents.sock", locale: "en") { _ in }
    }

    /// What a page asks: requests for mobile documents, and before them one of another protocol.
    private func page(_ alternatives: [[UInt8]]) throws -> RemoteCredentialRequest {
        var entries = [RemoteCredentialRequest.Entry(exchangeProtocol: "openid4vp-v1-unsigned", data: Array("{}".utf8))]
        for data in alternatives { entries.append(.init(exchangeProtocol: EncryptionInfo.protocolName, data: data)) }
        return try RemoteCredentialRequest(origin: requests.origin, requests: entries)
    }

    @Test("They are alternatives: those that are none are passed over, and the first that is valid is shown and answered")
    func alternatives() async throws {
        let asked = try page([Self.lacking, Self.unreadable, data, try requests.data([RequestScene.photoID])])
        let answer = Task { [agent] in await agent.response(to: asked) }
        let session = try await scene.consent.next()
        try await session.review("Local", pressing: "accept")
        try await session.confirm(try await scene.verify(try await session.transaction()))
        #expect(await answer.value == MobileDocumentTexts.credential(data.reversed()))
        #expect(try await session.outcome() == .answered)
        #expect(scene.consent.shown == 1)
        await scene.end()
    }

    @Test("The longest response that the broker is told of fits a tunnel's message, and none that is longer")
    func longest() async {
        let count = { HybridMessage.credentials(MobileDocumentTexts.credential([UInt8](repeating: 1, count: $0)).encoded).bytes.count }
        #expect(count(BrokerAgent.longestResponse) <= FrameSealer.longestMessage)
        #expect(count(BrokerAgent.longestResponse + 1) > FrameSealer.longestMessage)
        await scene.end()
    }

    @Test("Who declines the one that is shown is not asked for the next")
    func declined() async throws {
        let asked = try page([Self.unreadable, data, data])
        let answer = Task { [agent] in await agent.response(to: asked) }
        await (try await scene.consent.next()).decline()
        #expect(await answer.value == .refused(.userCancelled))
        #expect(scene.consent.shown == 1)
        await scene.end()
    }

    @Test("Where all are none, or as many as are tried, the other device hears that there is no answer, and nobody is asked")
    func malformed() async throws {
        let tooLate = Array(repeating: Self.unreadable, count: 16) + [data]
        for alternatives in [[], [Self.lacking], [Self.unreadable, Self.lacking], tooLate] {
            #expect(await agent.response(to: try page(alternatives)) == .refused(.deviceAborted))
        }
        #expect(scene.consent.shown == 0)
        await scene.end()
    }
}
