import BrokerMessages
import LocalSockets
import Testing

@testable import WalletBroker

@Suite("An app that waits for its answer")
struct AppAgentTests {
    @Test("One that does not read gets no whole answer once its connection is closed, and the answer counts as not taken")
    func closed() async throws {
        let (app, other) = try LocalAddress.pair(maximumBytes: MessageBounds.frame)
        let channel = FrameChannel(other, maximumBytes: MessageBounds.frame)
        let agent = AppAgent(channel: channel, request: RawRequest(data: [], origin: "app:example"), omitted: [])
        // More than waits between two sockets.
        let delivering = Task { await agent.deliver([UInt8](repeating: 1, count: 4 << 20)) }
        await agent.close()
        #expect(await delivering.value == false)
        #expect((try? await app.receive()) == nil)
    }
}
