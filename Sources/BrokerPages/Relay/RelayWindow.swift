import Synchronization
import WalletBroker

/// The window between a website and the broker: it brings one request, hands it over again after consent, and takes the answer.
actor RelayWindow: UserAgent {
    private enum Standing {
        case waiting
        case asking(Task<Result<any ConsentSession, PresentmentRefusal>, Never>)
        case asked(any ConsentSession)
        case over

        var use: Use {
            switch self {
            case .waiting: .waiting
            case .asking, .asked: .open
            case .over: .over
            }
        }
    }

    /// What its place is needed for.
    enum Use {
        /// For a request that may come.
        case waiting
        /// For one that is open.
        case open
        /// For nothing any more.
        case over
    }

    nonisolated let events = Feed<RelayEvent>()
    private let attendance: Attendance
    private let desk: any RelayDesk
    private nonisolated let recordedUse = Mutex(Use.waiting)
    private var standing = Standing.waiting {
        didSet {
            let use = standing.use
            recordedUse.withLock { $0 = use }
        }
    }
    /// The website, as the browser named it.
    private var origin = ""
    private var requested: CheckedContinuation<RawRequest?, Never>?
    private var delivery: CheckedContinuation<Bool, Never>?
    /// Whether the answer is on its way to the page.
    private var isHandedOver = false
    /// How many events the page was told.
    private var sent = 0
    /// The last of them on its way.
    private var telling: Task<Void, Never>?

    init(desk: any RelayDesk, grace: Duration) {
        self.desk = desk
        attendance = Attendance(grace: grace)
    }

    /// What its place is needed for at this moment.
    nonisolated var use: Use { recordedUse.withLock { $0 } }

    /// Brings the request, once.
    func begin(_ request: RawRequest, language: Language) async throws(PresentmentRefusal) -> any ConsentSession {
        guard case .waiting = standing else { throw PresentmentRefusal(kind: .notAllowed, code: "relay.used") }
        origin = request.origin
        let incoming = IncomingRequest(request: request, locale: language.rawValue, reporter: .page)
        let beginning = Task { await ask(incoming) }
        standing = .asking(beginning)
        let begun = await withTaskCancellationHandler { await beginning.value } onCancel: { beginning.cancel() }
        guard case .asking = standing else {
            if case .success(let session) = begun { await desk.withdraw(session) }
            throw PresentmentRefusal(kind: .notAllowed, code: "relay.gone")
        }
        let session: any ConsentSession
        do throws(PresentmentRefusal) { session = try begun.get() } catch {
            standing = .over
            await events.close()
            throw error
        }
        standing = .asked(session)
        Task { await follow(session) }
        return session
    }

    private func ask(_ incoming: IncomingRequest) async -> Result<any ConsentSession, PresentmentRefusal> {
        do throws(PresentmentRefusal) { return .success(try await desk.begin(incoming, from: self)) } catch { return .failure(error) }
    }

    /// Tells the page of an end without an answer; an answer has reached it before. What failed looks declined to websites, as it does to user
    /// agents on the broker's socket: the window of consent says the reason to the person.
    private func follow(_ session: any ConsentSession) async {
        for await stage in await session.stages() {
            guard case .ended(let outcome) = stage, outcome != .answered, !isOver else { continue }
            await decline()
        }
    }

    private func decline() async {
        standing = .over
        send(.declined)
        await telling?.value
        await events.close()
    }

    /// The page has taken so many events, and waits for the next. One that came while it did not ask gives way to the one after it: what a page
    /// is told to do before does not matter once there is an end.
    func next(after seen: Int, within patience: Duration) async -> RelayNews {
        await acknowledge(seen)
        let news: RelayNews = await attendance.during {
            if let (event, number) = await self.events.latest(after: seen, within: patience) { return .event(event, number: number) }
            return await self.events.hasEnded(after: seen) ? .over : .nothingYet
        } orElse: {
            // Nothing is heard of it, and an answer on its way to it may have arrived.
            await self.leave(hasAnswer: self.isHandedOver)
        }
        guard case .event(.answer, _) = news else { return news }
        // An answer that was given up meanwhile stays here: the page hears what has come in its place.
        guard delivery != nil else {
            await telling?.value
            return await next(after: seen, within: patience)
        }
        isHandedOver = true
        return news
    }

    /// The page hands the raw request over again, as it was told to; once.
    func supply(_ requestData: [UInt8]) -> Bool {
        guard let requested else { return false }
        self.requested = nil
        requested.resume(returning: RawRequest(data: requestData, origin: origin))
        return true
    }

    /// The page is gone, after it had taken so many events.
    func leave(after seen: Int = 0) async {
        await acknowledge(seen)
        await leave(hasAnswer: false)
    }

    private func leave(hasAnswer: Bool) async {
        let left = standing
        standing = .over
        requested?.resume(returning: nil)
        requested = nil
        delivery?.resume(returning: hasAnswer)
        delivery = nil
        await events.clear()
        switch left {
        // A request that is still read does not hold up the next one.
        case .asking(let beginning): beginning.cancel()
        case .asked(let session): await desk.withdraw(session)
        case .waiting, .over: break
        }
    }

    // MARK: UserAgent

    func release() async -> RawRequest? {
        guard requested == nil, !isOver else { return nil }
        return await withCheckedContinuation {
            requested = $0
            send(.pull)
        }
    }

    /// Returns when the page has taken it.
    func deliver(_ response: [UInt8]) async -> Bool {
        guard delivery == nil, !isOver else { return false }
        return await withCheckedContinuation {
            delivery = $0
            send(.answer(response))
        }
    }

    /// An answer that the page has not taken gives way to the word that there is none. One that is on its way to the page counts as taken, since it
    /// may arrive.
    func close() async {
        guard !isOver else { return }
        delivery?.resume(returning: isHandedOver)
        delivery = nil
        await decline()
    }

    private var isOver: Bool { if case .over = standing { true } else { false } }

    private func send(_ event: RelayEvent) {
        sent += 1
        telling = Task { [earlier = telling] in
            await earlier?.value
            await events.append(event)
        }
    }

    private func acknowledge(_ seen: Int) async {
        guard seen == sent, let delivery else { return }
        self.delivery = nil
        standing = .over
        delivery.resume(returning: true)
        await events.clear()
    }
}
