import BrokerPages
import WalletBroker

/// Begins the requests that websites hand to the relay's windows.
struct WindowDesk: RelayDesk {
    let presentments: PresentmentDesk

    func begin(
        _ requestData: [UInt8], origin: String, language: String, agent: any RequestingAgent
    ) async throws(RelayRefusal) -> any ConsentSession {
        let request = IncomingRequest(request: RawRequest(data: requestData, origin: origin), locale: language, reportingProgram: nil)
        do throws(PresentmentRefusal) {
            let session = try await presentments.begin(request, from: WindowAgent(window: agent, origin: origin))
            Task { await Self.tell(agent, the: session) }
            return session
        } catch {
            throw RelayRefusal(code: error.code)
        }
    }

    func withdraw(_ session: String) async {
        if let session = await presentments.session(session) { await presentments.withdraw(session) }
    }

    /// Tells the window of an end without an answer; an answer has reached it before.
    private static func tell(_ agent: any RequestingAgent, the session: any ConsentSession) async {
        for await stage in await session.stages() {
            guard case .ended(let outcome) = stage, outcome != .answered else { continue }
            await agent.end(outcome == .declined ? .declined : .failed)
        }
    }
}
