import BrokerMessages
import Foundation
import PresentmentRequest
import UserVerification

/// One request at the broker, from the selector to its end.
///
/// ```
/// selecting -> starting -> reviewing -> verifying -> answering -> ended
///     |                        ^----- a new sheet ------'          ^
///     '-------------------- elsewhere -----------------------------'
/// ```
///
/// The provider that is selected is the only one that is started. The request is pulled from the user agent once the owner was verified for
/// this transaction, handed on unread, and not kept. A request ends once; what arrives later is dropped.
actor PresentmentSession: ConsentSession {
    /// What a session needs of its broker.
    struct Surroundings: Sendable {
        /// The person's language as the request's sender says it, for where no window has one.
        let locale: String
        let agent: any UserAgent
        let launcher: ProviderLauncher
        /// Reaches other devices; nil where nothing does.
        let devices: DeviceLauncher?
        /// Those of them that need no code.
        let linked: [DeviceChoice]
        let patience: Patience
        let now: @Sendable () -> Date
        /// The providers that can answer now; nil where the person would not be told the same any more of who asks.
        let candidates: @Sendable () async -> [Candidate]?
        /// Whether the person lets a provider present documents.
        let isAllowed: @Sendable (String) async -> Bool
        /// Takes note of an answer that is about to leave: the number of its entry, if there is one.
        let leaving: @Sendable (PresentmentRecord) async -> Int64?
        /// Takes note of the end, before anybody learns of it, in the place of that entry if there is one.
        let ended: @Sendable (PresentmentRecord, Int64?) async -> Void
    }

    nonisolated let identifier: String
    nonisolated let requester: Requester
    nonisolated let request: PartialRequest

    let surroundings: Surroundings
    private(set) var stage: ConsentStage
    private var watchers: [UUID: AsyncStream<ConsentStage>.Continuation] = [:]
    private var chosen: Candidate?
    private var process: ProviderProcess?
    var device: DeviceChoice?
    var deviceProcess: DeviceProcess?
    private var releases = 0
    private var sheets = 0
    /// Whether the person has used a button of the sheet that is shown.
    private var hasActed = false
    /// The look at who can answer that was begun last, and the one that comes after it.
    private var look: Task<Void, Never>?
    private var nextLook: Task<Void, Never>?
    /// Whether the provider has the request since the owner was verified last.
    private var isReleased = false
    private var isDelivering = false
    /// Whether the user agent had no time left to take the answer.
    private var isLate = false
    /// The entry of the answer that is about to leave.
    private var noting: Task<Int64?, Never>?
    private(set) var isOver = false
    private var deadline: Task<Void, any Error>?

    /// How old a verification of the owner may be, in seconds.
    private static let freshness = 0.0...60.0
    /// The most sheets of one request.
    private static let mostSheets = 100
    /// Stages a window may be behind; it needs the newest.
    private static let backlog = 8

    init(identifier: String, requester: Requester, request: PartialRequest, candidates: [Candidate], _ surroundings: Surroundings) {
        self.identifier = identifier
        self.requester = requester
        self.request = request
        self.surroundings = surroundings
        stage = surroundings.selecting(candidates)
    }

    func stages() -> AsyncStream<ConsentStage> {
        let (stream, continuation) = AsyncStream.makeStream(of: ConsentStage.self, bufferingPolicy: .bufferingNewest(Self.backlog))
        continuation.yield(stage)
        if case .ended = stage {
            continuation.finish()
            return stream
        }
        let key = UUID()
        watchers[key] = continuation
        continuation.onTermination = { [weak self] _ in Task { await self?.forget(key) } }
        return stream
    }

    private func forget(_ watcher: UUID) { watchers[watcher] = nil }

    /// Begins to wait for the person.
    func begin() { advance(to: stage, within: surroundings.patience.person) }

    /// Looks anew at who can answer, since that may have changed. However often it does during a look, one more sees all of it.
    func refresh() async {
        if let nextLook { return await nextLook.value }
        let next = Task { [earlier = look] in
            await earlier?.value
            look = nextLook
            nextLook = nil
            guard !isOver else { return }
            await consider(surroundings.candidates())
        }
        nextLook = next
        await next.value
    }

    /// Lists who can answer now where nobody is selected yet, and ends the request where the one who is may not answer any more, or where the
    /// person was told of somebody who asks for whom nobody vouches any more.
    private func consider(_ candidates: [Candidate]?) async {
        guard !isOver else { return }
        switch stage {
        case .selecting:
            guard let candidates else { return lapse() }
            let renewed = surroundings.selecting(candidates)
            if stage != renewed { show(renewed) }
        // It may take back a document while it makes the answer, such as a copy for one use: from here on only a refusal counts.
        case .answering where isReleased: if let chosen, await !surroundings.isAllowed(chosen.offer.provider) { lapse() }
        case .reviewing, .verifying, .answering: if !mayAnswer(candidates) { lapse() }
        // Who is starting takes back what it no longer has, and says so itself where that is all. Its sheet is shown after another look.
        case .starting, .elsewhere, .ended: break
        }
    }

    /// Whether the provider may still answer, with each document with which it might when the person saw its first sheet.
    private func mayAnswer(_ candidates: [Candidate]?) -> Bool {
        guard let chosen, let candidates else { return false }
        return candidates.contains { $0.offer.covers(chosen.offer) }
    }

    /// Ends a request that may not be answered any more by whom, or for whom, the person was shown.
    func lapse() { withdraw(as: .failed(code: "provider.notAllowed")) }

    func select(_ provider: String, in language: String?) async throws(ConsentFault) {
        // In a task of its own: a look that is given up finds nobody, and says nothing.
        let found = await Task { await surroundings.candidates() }.value
        guard case .selecting = stage, !isOver else { throw .notNow }
        guard let candidates = found else {
            lapse()
            throw .notNow
        }
        guard let candidate = candidates.first(where: { $0.offer.provider == provider }) else {
            show(surroundings.selecting(candidates))
            throw .unknownProvider
        }
        await start(candidate, in: language ?? surroundings.locale)
    }

    /// Starts the provider, and shows it what is asked.
    private func start(_ candidate: Candidate, in locale: String) async {
        chosen = candidate
        advance(to: .starting(candidate.choice), within: surroundings.patience.provider)
        guard let process = try? surroundings.launcher.start(candidate.provider) else { return end(.failed(code: "provider.notStarted")) }
        self.process = process
        Task { await listen(to: process) }
        let toPresent = RequestToPresent(
            request: request, documentIdentifiers: candidate.offer.documents, locale: locale, app: requester.app)
        try? await process.send(.present(toPresent))
    }

    func act(_ action: String, values: [String: String]) async throws(ConsentFault) {
        guard case .reviewing = stage, !isOver, let process else { throw .notNow }
        hasActed = true
        try? await process.send(.act(action, values: values))
    }

    func confirm(_ user: VerifiedUser) async throws(ConsentFault) {
        guard case .verifying(let choice, let transaction) = stage, !isOver, let process else { throw .notNow }
        guard user.transaction == transaction, Self.freshness.contains(surroundings.now().timeIntervalSince(user.time)) else {
            throw .verification
        }
        isReleased = false
        // From here on no other verification is taken, this one included.
        advance(to: .answering(choice), within: surroundings.patience.provider)
        Task { await release(to: process, for: user) }
    }

    /// Pulls the request, now and not before, and hands it on.
    private func release(to process: ProviderProcess, for user: VerifiedUser) async {
        guard let raw = await surroundings.agent.release() else {
            try? await process.send(.notReleased("agent.gone"))
            return end(.failed(code: "agent.gone"))
        }
        // Nobody says so when a registration ends, or a reader is withdrawn.
        let candidates = await surroundings.candidates()
        guard !isOver, case .answering = stage else { return }
        guard mayAnswer(candidates) else { return lapse() }
        let released = ReleasedRequestData(data: raw.data, origin: raw.origin, enrolment: user.enrolment)
        isReleased = true
        try? await process.send(.released(released))
    }

    func decline() { withdraw(as: .declined) }

    /// The user agent no longer waits.
    func withdraw() { withdraw(as: .withdrawn) }

    private func withdraw(as outcome: ConsentOutcome) {
        // A response that is on its way cannot be called back.
        if !isDelivering { end(outcome) }
    }
}

// MARK: What the provider says

extension PresentmentSession {
    private func listen(to process: ProviderProcess) async {
        while !isOver, let report = await process.report() { await take(report) }
        end(.failed(code: "provider.ended"))
    }

    private func take(_ report: ProviderReport) async {
        guard !isOver, let chosen else { return }
        switch (stage, report) {
        case (.starting, .sheet(let html)): await present(html, of: chosen.choice)
        case (.reviewing, .sheet(let html)), (.answering, .sheet(let html)): review(html, of: chosen.choice)
        case (.reviewing, .release):
            releases += 1
            let transaction = PresentmentTransaction.digest(session: identifier, release: releases, request: request, offer: chosen.offer)
            advance(to: .verifying(chosen.choice, transaction: transaction), within: surroundings.patience.person)
        case (.answering, .deliver(let response)): await deliver(response)
        case (_, .ended(.cancelled)): end(.declined)
        case (_, .ended(.refused(let code))): end(.failed(code: code))
        default: end(.failed(code: "provider.protocol"))
        }
    }

    /// Shows the first sheet. Until then its provider may have taken back what it no longer has: what is found now is what is agreed to.
    private func present(_ sheet: String, of choice: SelectorChoice) async {
        let candidates = await surroundings.candidates()
        guard !isOver, case .starting = stage else { return }
        guard let current = candidates?.first(where: { $0.offer.provider == choice.provider }) else { return lapse() }
        chosen = current
        review(sheet, of: current.choice)
    }

    private func review(_ sheet: String, of choice: SelectorChoice) {
        sheets += 1
        guard sheets <= Self.mostSheets else { return end(.failed(code: "provider.protocol")) }
        let next = ConsentStage.reviewing(choice, sheet: sheet)
        // A sheet that the person did not ask for gives them no more time.
        if case .reviewing = stage, !hasActed { return show(next) }
        hasActed = false
        advance(to: next, within: surroundings.patience.person)
    }

    func deliver(_ response: [UInt8]) async {
        if let longest = surroundings.agent.longestResponse, response.count > longest { return end(.failed(code: "agent.tooLong")) }
        isDelivering = true
        let record = entry(endingAs: .answered)
        let noting = Task { await surroundings.leaving(record) }
        self.noting = noting
        // On record before it leaves: who kills the broker now does not make it forget what it gave. What cannot be put there stays here.
        guard await noting.value != nil else { return end(.failed(code: "history.unavailable")) }
        guard !isOver else { return }
        let isTaken = await surroundings.agent.deliver(response)
        end(isTaken ? .answered : .failed(code: isLate ? "agent.deadline" : "agent.gone"))
    }
}

// MARK: Stages

extension PresentmentSession {
    private func show(_ stage: ConsentStage) {
        self.stage = stage
        for watcher in watchers.values { watcher.yield(stage) }
    }

    func advance(to stage: ConsentStage, within patience: Duration) {
        show(stage)
        deadline?.cancel()
        deadline = Task { [weak self] in
            try await Task.sleep(for: patience)
            await self?.expire()
        }
    }

    private func expire() async {
        if isDelivering {
            // It is closed first, and the record says whether it may have had the whole answer by then: none arrives that is not in it.
            isLate = true
            return await surroundings.agent.close()
        }
        switch stage {
        case .selecting, .reviewing, .verifying: end(.withdrawn)
        case .elsewhere: end(.failed(code: "hybrid.late"))
        case .starting, .answering: end(.failed(code: "provider.deadline"))
        case .ended: break
        }
    }

    func end(_ outcome: ConsentOutcome) {
        guard !isOver else { return }
        isOver = true
        deadline?.cancel()
        let record = entry(endingAs: outcome)
        deviceProcess?.end()
        process?.end(saying: outcome == .answered ? .delivered : .withdrawn)
        Task {
            let noted = await noting?.value
            await surroundings.ended(record, noted)
            show(.ended(outcome))
            for watcher in watchers.values { watcher.finish() }
        }
    }

    private func entry(endingAs outcome: ConsentOutcome) -> PresentmentRecord {
        PresentmentRecord(
            time: surroundings.now(), requester: requester, request: request, provider: chosen?.choice, device: device, outcome: outcome)
    }
}

extension PresentmentSession.Surroundings {
    /// The stage at which these can be selected.
    func selecting(_ candidates: [Candidate]) -> ConsentStage {
        .selecting(candidates.map(\.choice), devices: devices == nil ? [] : linked + [.scanning])
    }
}
