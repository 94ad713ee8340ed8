import BrokerMessages
import Foundation
import Testing
import WalletBroker

/// A machine whose browser asks, another one that has documents, and where they meet. The person at both is the test.
struct TwoMachines {
    static let documents = ["one=\(BrokerFolder.licence)=any"]
    static let local = BrokerFolder.Provider(name: "Local", documents: documents)
    /// What a linked device shows for either.
    static let name = "Kelly's phone"

    let place: MeetingPlace
    /// Where the website is open.
    let here: BrokerScene
    /// Where the documents are.
    let there: BrokerScene
    let requests: RequestScene
    let data: [UInt8]

    init(
        here: [BrokerFolder.Provider] = [], there: [BrokerFolder.Provider] = [local], isNear: Bool = true
    ) async throws {
        place = try await MeetingPlace()
        let named = ["--name", Self.name]
        self.here = try await BrokerScene(here, deviceOptions: place.options + named)
        self.there = try await BrokerScene(there, deviceOptions: (isNear ? place.options : try place.outOfReach()) + named)
        requests = try RequestScene()
        data = try requests.data()
    }

    func end() async {
        await here.end()
        await there.end()
    }

    /// A request that the person has handed to another device: the page's user agent, what is shown here, and the code.
    func asked() async throws -> (agent: TestAgent, session: any ConsentSession, code: String) {
        let agent = try here.agent()
        try await agent.present(data, origin: requests.origin)
        #expect(try await agent.notice() == .window(CollectingConsent.window))
        let session = try await here.consent.next()
        try await session.use(DeviceChoice.scanning.identifier)
        #expect(try await agent.notice() == .pull)
        try await agent.release(data, origin: requests.origin)
        return (agent, session, try await session.code())
    }

    /// The same, and the other device has it.
    func met() async throws -> Meeting {
        let (agent, session, code) = try await asked()
        let answering = Answering(there.broker, .text(code))
        let shown = try await there.consent.next()
        _ = try await session.stage { if case .elsewhere(_, .deciding) = $0 { true } else { false } }
        return Meeting(agent: agent, session: session, answering: answering, shown: shown)
    }

    /// A request on both machines.
    struct Meeting {
        let agent: TestAgent
        let session: any ConsentSession
        let answering: Answering
        let shown: any ConsentSession
    }

    /// Where an answer to another device stands.
    final class Answering: Sendable {
        private let work: Task<[AnsweringStage], Never>
        private let shown: AsyncStream<AnsweringStage>

        /// - Parameter isLinking: whether the person wants the other device to be remembered.
        init(_ broker: Broker, _ code: ShownCode, isLinking: Bool = false) {
            let (shown, continuation) = AsyncStream.makeStream(of: AnsweringStage.self)
            self.shown = shown
            work = Task {
                defer { continuation.finish() }
                var stages: [AnsweringStage] = []
                guard let codes = broker.codes else { return stages }
                for await stage in codes.answer(code, locale: "en", isLinking: isLinking) {
                    stages.append(stage)
                    continuation.yield(stage)
                }
                return stages
            }
        }

        /// Waits until it stands there.
        func reaches(_ stage: AnsweringStage) async throws {
            for await reached in shown where reached == stage { return }
            throw CancellationError()
        }

        /// All there was.
        var stages: [AnsweringStage] { get async { await work.value } }

        /// The person gives it up.
        func giveUp() { work.cancel() }
    }

    /// Accepts on the other machine, and answers as a page does.
    func accept(_ shown: any ConsentSession) async throws {
        try await shown.review("Local", pressing: "accept")
        try await shown.confirm(try await there.verify(try await shown.transaction()))
    }
}

extension ConsentSession {
    /// The text of the code that is shown.
    func code() async throws -> String {
        guard case .elsewhere(_, .scanning(let code)) = try await stage(where: { if case .elsewhere(_, .scanning) = $0 { true } else { false } }) else { return "" }
        return code
    }
}
