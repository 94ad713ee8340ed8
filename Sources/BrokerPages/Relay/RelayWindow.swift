import WalletBroker

/// The window between a website and the broker: it brings one request, hands it over again after consent, and takes the answer.
actor RelayWindow: RequestingAgent {
    private enum Standing {
        case waiting
        case asking
        case asked(any ConsentSession)
        case over
    }

    nonisolated let events = Feed<RelayEvent>()
    private let attendance: Attendance
    private let desk: any RelayDesk
    private var standing = Standing.waiting
    private var requested: CheckedContinuation<[UInt8]?, Never>?
    private var delivery: CheckedContinuation<Bool, Never>?
    /// How many events the page was told.
    private var sent = 0

    init(desk: any RelayDesk, grace: Duration) {
        self.desk = desk
        attendance = Attendance(grace: grace)
    }

    /// Brings the request, once.
    func begin(_ requestData: [UInt8], origin: String, language: Language) async throws(RelayRefusal) -> any ConsentSession {
        guard case .waiting = standing else { throw RelayRefusal(code: "relay.used") }
        standing = .asking
        let session: any ConsentSession
        do { session = try await desk.begin(requestData, origin: origin, language: language.rawValue, agent: self) } catch {
            standing = .over
            throw error
        }
        guard case .asking = standing else {
            await desk.withdraw(session.identifier)
            throw RelayRefusal(code: "relay.gone")
        }
        standing = .asked(session)
        return session
    }

    /// The page has taken so many events, and waits for the next.
    func next(after seen: Int, within patience: Duration) async -> RelayEvent? {
        acknowledge(seen)
        return await attendance.during {
            await self.events.item(seen + 1, within: patience)
        } orElse: {
            await self.leave()
        }
    }

    /// The page hands the raw request over again, as it was told to; once.
    func supply(_ requestData: [UInt8]) -> Bool {
        guard let requested else { return false }
        self.requested = nil
        requested.resume(returning: requestData)
        return true
    }

    /// The page is gone, after it had taken so many events.
    func leave(after seen: Int = 0) async {
        acknowledge(seen)
        let session: (any ConsentSession)? = if case .asked(let session) = standing { session } else { nil }
        standing = .over
        requested?.resume(returning: nil)
        requested = nil
        delivery?.resume(returning: false)
        delivery = nil
        await events.close()
        if let session { await desk.withdraw(session.identifier) }
    }

    // MARK: RequestingAgent

    func releaseRequest() async throws(AgentGone) -> [UInt8] {
        guard requested == nil, !isOver else { throw AgentGone() }
        let data = await withCheckedContinuation {
            requested = $0
            send(.pull)
        }
        guard let data else { throw AgentGone() }
        return data
    }

    func deliver(_ response: [UInt8]) async throws(AgentGone) {
        guard delivery == nil, !isOver else { throw AgentGone() }
        let hasArrived = await withCheckedContinuation {
            delivery = $0
            send(.answer(response))
        }
        guard hasArrived else { throw AgentGone() }
    }

    func end(_ ending: AgentEnding) async {
        guard !isOver else { return }
        standing = .over
        send(ending == .declined ? .declined : .failed)
    }

    private var isOver: Bool { if case .over = standing { true } else { false } }

    private func send(_ event: RelayEvent) {
        sent += 1
        Task { await events.append(event) }
    }

    private func acknowledge(_ seen: Int) {
        guard seen >= sent, let delivery else { return }
        self.delivery = nil
        standing = .over
        delivery.resume(returning: true)
    }
}
