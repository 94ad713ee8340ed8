public import MobileDocument
public import RelyingParty
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The life of a session, from its start by the website's server to the delivery of its result.
///
/// ```
/// start            the website's server names a policy
/// handOut          the page's browser asks for the request, on the click; the recipient key is made here
/// answer           the same browser posts the answer: claim (atomic, erases the key), verify, settle
/// result, report   the website's server fetches what came out
/// ```
///
/// It decides nothing by what a page says: origin, policy, keys and times are configuration or what the store holds.
public struct VerificationFlow: Sendable {
    /// The store.
    public let store: any VerificationStore
    /// The policies.
    public let policies: PolicyCatalogue
    /// Origin of the page that asks.
    public let origin: Origin
    let signers: [ReaderSigner]
    let judge: VerificationJudge
    let keys: SealingKeyRing
    let audit: AuditSigner
    let settings: FlowSettings
    let sendsWebhooks: Bool
    let clock: @Sendable () -> Instant

    /// Puts a service's parts together.
    ///
    /// - Parameters:
    ///   - signers: who signs requests.
    ///   - judge: verifies answers by the trust of the moment.
    ///   - keys: seals what is stored.
    ///   - audit: signs a record of each decision.
    ///   - sendsWebhooks: whether decisions are queued for a webhook.
    ///   - clock: tells the time.
    public init(
        store: any VerificationStore, policies: PolicyCatalogue, origin: Origin, signers: [ReaderSigner], judge: VerificationJudge,
        keys: SealingKeyRing, audit: AuditSigner, settings: FlowSettings = FlowSettings(), sendsWebhooks: Bool = false,
        clock: @escaping @Sendable () -> Instant
    ) {
        self.store = store
        self.policies = policies
        self.origin = origin
        self.signers = signers
        self.judge = judge
        self.keys = keys
        self.audit = audit
        self.settings = settings
        self.sendsWebhooks = sendsWebhooks
        self.clock = clock
    }

    // MARK: The website's server

    /// Starts a session.
    ///
    /// - Parameters:
    ///   - policy: what to ask.
    ///   - reference: the website's own name for what it is about: 1 to 128 visible ASCII characters, not of the person.
    public func start(_ policy: VerificationPolicy, reference: String? = nil) async throws(FlowError) -> SessionRecord {
        if let reference, !(1...128).contains(reference.utf8.count) || !reference.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
            throw .reference
        }
        var generator = SystemRandomNumberGenerator()
        let now = clock()
        let record = SessionRecord(
            id: .random(using: &generator), correlation: SessionIdentifier.random(using: &generator).rawValue, policy: policy,
            reference: reference, createdAt: now, expiresAt: now.advanced(bySeconds: Int64(policy.sessionSeconds)))
        do { try await store.insert(record) } catch { throw .store(error) }
        return record
    }

    /// A session, with its status at this moment.
    public func session(_ id: SessionIdentifier) async throws(FlowError) -> (record: SessionRecord, status: SessionStatus) {
        do {
            guard let record = try await store.session(id) else { throw FlowError.unknown }
            return (record, record.status(at: clock()))
        } catch { throw FlowError(error) }
    }

    /// The result as JSON. The first delivery starts the retention; see `FlowSettings`.
    public func result(_ id: SessionIdentifier) async throws(FlowError) -> [UInt8] {
        let (record, _) = try await session(id)
        let stored: StoredResult
        do {
            stored = try await store.deliver(
                id, at: clock(), window: settings.deliverySeconds, retention: record.policy.retentionSeconds)
        } catch { throw .store(error) }
        switch stored {
        case .full(let sealed): return try open(sealed, .result, id)
        case .retained(let sealed): return try open(sealed, .retained, id)
        case .erased: throw .erased
        case .none(let status): throw status.isSettled ? .noResult(status) : .unsettled
        case .unknown: throw .unknown
        }
    }

    /// The report as JSON.
    public func report(_ id: SessionIdentifier) async throws(FlowError) -> [UInt8] {
        let (_, status) = try await session(id)
        guard status.isSettled else { throw .unsettled }
        do {
            guard let sealed = try await store.report(id) else { throw FlowError.noResult(status) }
            return try open(sealed, .report, id)
        } catch { throw FlowError(error) }
    }

    /// Removes a session and its result.
    public func remove(_ id: SessionIdentifier) async throws(FlowError) {
        do {
            guard try await store.remove(id) else { throw FlowError.unknown }
        } catch { throw FlowError(error) }
    }

    // MARK: The page

    /// Hands the request to a browser, and binds the session to it.
    ///
    /// - Parameter token: what the browser's cookie holds, if it has one of this session.
    /// - Returns: the request, and the token to set where the browser is newly bound.
    public func handOut(_ id: SessionIdentifier, to token: BrowserToken?) async throws(FlowError) -> HandedOutRequest {
        let (record, status) = try await session(id)
        switch status {
        case .expired: throw .expired
        case .claimed, .verified, .refused: throw .used
        case .created, .requested: break
        }
        var generator = SystemRandomNumberGenerator()
        // A session is only ever bound to a token made here, never to one a client chose.
        let newcomer = BrowserToken(using: &generator)
        let token = status == .created ? nil : token
        let built = try build(record)
        let outcome: HandOut
        do {
            outcome = try await store.handOut(
                id, binding: (token ?? newcomer).digest, request: built.request, secret: built.secret, at: clock())
        } catch { throw .store(error) }
        switch outcome {
        case .bound: return HandedOutRequest(request: built.request, token: token ?? newcomer, record: record)
        case .again(let request): return HandedOutRequest(request: request, token: nil, record: record)
        case .boundElsewhere: throw .boundElsewhere
        case .used: throw .used
        case .expired: throw .expired
        case .unknown: throw .unknown
        }
    }

    /// Takes the answer: claims the session, verifies, and writes what came out.
    ///
    /// Before the claim nothing is spent, so a post from the wrong browser costs the session nothing. After it the key is
    /// gone: whatever happens, no second answer will be taken.
    ///
    /// - Returns: the session as it stands now. The page learns nothing of it but that the answer was received.
    public func answer(_ id: SessionIdentifier, from token: BrowserToken?, with response: CredentialResponse) async throws(FlowError) -> SettledSession {
        guard let token else { throw try await missingToken(id) }
        let claim: Claim
        do { claim = try await store.claim(id, binding: token.digest, at: clock()) } catch { throw .store(error) }
        switch claim {
        case .claimed(let record, let secret): return try await verify(response, record, secret)
        case .notBound: throw .notBound
        case .used: throw .used
        case .expired: throw .expired
        case .unknown: throw .unknown
        }
    }

    /// Takes note of what the page says became of the request.
    public func note(_ outcome: PageOutcome, for id: SessionIdentifier, from token: BrowserToken?) async throws(FlowError) {
        guard let token else { throw try await missingToken(id) }
        do {
            guard try await store.note(outcome, for: id, binding: token.digest) else {
                switch try await session(id).status {
                case .claimed, .verified, .refused: throw FlowError.used
                case .expired: throw FlowError.expired
                case .created, .requested: throw FlowError.notBound
                }
            }
        } catch { throw FlowError(error) }
    }

    // MARK: Time

    /// Lets time pass in the store; to be called every few seconds.
    public func sweep(limit: Int = 500) async throws(FlowError) -> SweepReport {
        let now = clock()
        do {
            return try await store.sweep(
                at: now, stale: now.advanced(bySeconds: -Int64(settings.interruptedSeconds)),
                forget: now.advanced(bySeconds: -Int64(settings.outlineSeconds)), limit: limit)
        } catch { throw .store(error) }
    }

    // MARK: Steps

    private func missingToken(_ id: SessionIdentifier) async throws(FlowError) -> FlowError {
        _ = try await session(id)
        return .notBound
    }

    private func build(_ record: SessionRecord) throws(FlowError) -> (request: [UInt8], secret: [UInt8]) {
        do {
            let builder = try RequestBuilder(documents: record.policy.documents.map(\.requested), signers: signers)
            let (session, request) = try builder.build(for: origin, expiresAt: record.expiresAt)
            let secret = try keys.seal(Array(Self.encoder().encode(session)), purpose: .secret, session: record.id.rawValue)
            return (Array(try Self.encoder().encode(request)), secret)
        } catch { throw .server("the request cannot be built: \(error)") }
    }

    private func verify(_ response: CredentialResponse, _ record: SessionRecord, _ secret: [UInt8]) async throws(FlowError) -> SettledSession {
        let now = clock()
        let verdict: Verdict
        do {
            let pending = try JSONDecoder().decode(
                PendingSession.self, from: Data(keys.open(secret, purpose: .secret, session: record.id.rawValue)))
            verdict = try judge.verify(response, for: ClaimedSession(claimed: pending), at: now)
        } catch { throw .server("the answer cannot be verified: \(error)") }

        var result: VerificationResult?
        if case .verified(let response) = verdict { result = VerificationResult(response, for: record, at: now, retainedOnly: false) }
        let settled = SettledSession(verdict, record, result: result, at: now)
        let settlement = try seal(verdict, result, settled, record, at: now)
        do {
            let decision = AuditDecision(
                at: now, session: record.id, policy: record.policy.name, decision: settled.status, refusal: settled.refusal,
                profile: verdict.report.profile, satisfied: settled.isSatisfied)
            let webhook = sendsWebhooks ? try notice(settled, record, at: now) : nil
            guard try await store.settle(record.id, settlement, webhook: webhook, audit: try audit.record(decision)) else {
                throw FlowError.used
            }
        } catch { throw FlowError(error) }
        return settled
    }

    private func seal(
        _ verdict: Verdict, _ full: VerificationResult?, _ settled: SettledSession, _ record: SessionRecord, at now: Instant
    ) throws(FlowError) -> Settlement {
        let id = record.id.rawValue
        do {
            let report = SessionReport(verdict, for: record, status: settled.status, at: now)
            var result: [UInt8]?
            var retained: [UInt8]?
            if case .verified(let response) = verdict, let full {
                result = try keys.seal(full.json, purpose: .result, session: id)
                let isAnythingKept = response.documents.contains { ($0.issuerSigned + $0.deviceSigned).contains(where: \.mayBeRetained) }
                if isAnythingKept, record.policy.retentionSeconds > 0 {
                    let kept = VerificationResult(response, for: record, at: now, retainedOnly: true)
                    retained = try keys.seal(kept.json, purpose: .retained, session: id)
                }
            }
            return Settlement(
                status: settled.status, refusal: settled.refusal, at: now,
                report: try keys.seal(report.json, purpose: .report, session: id), result: result,
                retained: retained, eraseAt: now.advanced(bySeconds: Int64(settings.resultSeconds)))
        } catch { throw .server("the outcome cannot be sealed: \(error)") }
    }

    private func notice(_ settled: SettledSession, _ record: SessionRecord, at now: Instant) throws -> QueuedWebhook {
        var generator = SystemRandomNumberGenerator()
        return QueuedWebhook(
            id: "msg_" + SessionIdentifier.random(using: &generator).rawValue,
            body: Array(try Self.encoder().encode(SettledNotice(record, status: settled.status, at: now))), due: now)
    }

    private func open(_ sealed: [UInt8], _ purpose: SealingKeyRing.Purpose, _ id: SessionIdentifier) throws(FlowError) -> [UInt8] {
        do { return try keys.open(sealed, purpose: purpose, session: id.rawValue) } catch { throw .server(error.description) }
    }

    private static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

extension FlowError {
    /// Keeps an error of the flow, takes a store's as that, and everything else as the server's own.
    fileprivate init(_ error: any Error) {
        switch error {
        case let error as FlowError: self = error
        case let failure as StoreFailure: self = .store(failure)
        default: self = .server(String(describing: error))
        }
    }
}
