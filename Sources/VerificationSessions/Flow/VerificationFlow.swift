public import MobileDocument
public import RelyingParty
public import Tracing
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
/// A session for an app has `startInApp` and `answerInApp` in the place of the first three.
///
/// Whatever happens after a claim, the session comes to one end: the outcome is written, or the sweep finds the session and ends
/// it as `session.interrupted`, with its audit record and its webhook.
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
    let merchant: InAppMerchant?
    let clock: @Sendable () -> Instant
    let pause: @Sendable (Duration) async throws -> Void
    let tracer: any Tracer
    /// Sessions that were started here and that no browser has asked for yet, so that the first hand-out need not read what was just written.
    /// Only what of a session never changes is taken from here: whether it may still be handed out, and to whom, the store says.
    let started = BoundedMemory<SessionIdentifier, SessionRecord>(most: 4096)
    private let builders = BoundedMemory<VerificationPolicy, RequestBuilder>(most: StoredPolicies.mostKnown)

    /// Puts a service's parts together.
    ///
    /// - Parameters:
    ///   - signers: who signs requests.
    ///   - judge: verifies answers by the trust of the moment.
    ///   - keys: seals what is stored.
    ///   - audit: signs a record of each decision.
    ///   - sendsWebhooks: whether decisions are queued for a webhook.
    ///   - merchant: by what apps name this server; nil where none does.
    ///   - clock: tells the time.
    ///   - pause: waits between attempts to write an outcome.
    ///   - tracer: gets a span for each claim, verification and settlement, without anything of an answer.
    public init(
        store: any VerificationStore, policies: PolicyCatalogue, origin: Origin, signers: [ReaderSigner], judge: VerificationJudge,
        keys: SealingKeyRing, audit: AuditSigner, settings: FlowSettings = FlowSettings(), sendsWebhooks: Bool = false,
        merchant: InAppMerchant? = nil,
        clock: @escaping @Sendable () -> Instant, pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        tracer: any Tracer = NoOpTracer()
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
        self.merchant = merchant
        self.clock = clock
        self.pause = pause
        self.tracer = tracer
    }

    // MARK: The website's server

    /// Starts a session.
    ///
    /// - Parameters:
    ///   - policy: what to ask.
    ///   - reference: the website's own name for what it is about: 1 to 128 visible ASCII characters, not of the person.
    public func start(_ policy: VerificationPolicy, reference: String? = nil) async throws(FlowError) -> SessionRecord {
        let record = try await insert(policy, reference)
        started.add(record, of: record.id)
        return record
    }

    /// Keeps a new session, for a page or for an app.
    func insert(_ policy: VerificationPolicy, _ reference: String?) async throws(FlowError) -> SessionRecord {
        if let reference, !(1...128).contains(reference.utf8.count) || !reference.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
            throw .reference
        }
        var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
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
    public func result(_ id: SessionIdentifier) async throws(FlowError) -> [UInt8] { try await result(id) { _ in } }

    /// The result as JSON.
    ///
    /// - Parameter found: is told the session, also where it has no result.
    package func result(_ id: SessionIdentifier, _ found: (SessionRecord) -> Void) async throws(FlowError) -> [UInt8] {
        let delivery: (record: SessionRecord, result: StoredResult)?
        do {
            delivery = try await store.deliver(id, at: clock(), window: settings.deliverySeconds) { sealed in
                // One that this instance has no key for waits for an instance that has.
                (try? json(sealed, .result, id)) != nil
            }
        } catch { throw .store(error) }
        guard let (record, stored) = delivery else { throw .unknown }
        found(record)
        switch stored {
        case .full(let sealed): return try json(sealed, .result, record.id)
        case .retained(let sealed): return try json(sealed, .retained, record.id)
        case .erased: throw .erased
        case .none(let status): throw status.isSettled ? .noResult(status) : .unsettled
        }
    }

    /// The report as JSON.
    public func report(_ id: SessionIdentifier) async throws(FlowError) -> [UInt8] { try await report(of: session(id).record) }

    /// The report of a session that was read before.
    package func report(of record: SessionRecord) async throws(FlowError) -> [UInt8] {
        let status = record.status(at: clock())
        guard status.isSettled else { throw .unsettled }
        do {
            guard let sealed = try await store.report(record.id), let settledAt = record.settledAt else { throw FlowError.noResult(status) }
            return try read(sealed, .report, record.id) {
                SessionReport(try SessionReport.Findings(cbor: $0), for: record, status: status, at: settledAt).json
            }
        } catch { throw FlowError(error) }
    }

    /// Removes a session and its result. While its answer is being judged it stays (`unsettled`): each claim ends on record.
    public func remove(_ id: SessionIdentifier) async throws(FlowError) {
        _ = started.take(id)
        do {
            if try await store.remove(id) { return }
        } catch { throw FlowError(error) }
        _ = try await session(id)
        throw .unsettled
    }

    // MARK: The page

    /// Hands the request to a browser, and binds the session to it.
    ///
    /// - Parameter token: what the browser's cookie holds, if it has one of this session.
    /// - Returns: the request, and the token to set where the browser is newly bound.
    public func handOut(_ id: SessionIdentifier, to token: BrowserToken?) async throws(FlowError) -> HandedOutRequest {
        // Once: who asks again is answered from the store, and has no key made for it.
        if let record = started.take(id), record.status(at: clock()) == .created { return try await handOutFirst(record, else: token) }
        let (record, status) = try await session(id)
        switch status {
        case .expired: throw .expired
        case .claimed, .verified, .refused: throw record.isInterrupted ? .wasInterrupted : .used
        case .requested: return try await handOutAgain(record, to: token)
        case .created: return try await handOutFirst(record, else: token)
        }
    }

    /// The request for the first browser that asks, which gets a token.
    ///
    /// - Parameter held: what the browser's cookie holds, in case it has the request already.
    private func handOutFirst(_ record: SessionRecord, else held: BrowserToken?) async throws(FlowError) -> HandedOutRequest {
        var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
        // A session is only ever bound to a token made here, never to one a client chose.
        let token = BrowserToken(using: &generator)
        let built = try build(record)
        let outcome: HandOut
        do {
            outcome = try await store.handOut(record.id, binding: token.digest, request: built.request, secret: built.secret, at: clock())
        } catch { throw .store(error) }
        switch outcome {
        case .bound: return HandedOutRequest(request: built.request, token: token, record: record)
        case .again(let request): return HandedOutRequest(request: request, token: nil, record: record)
        case .boundElsewhere: return try await handOutAgain(record, to: held)
        case .used: throw await used(record.id)
        case .expired: throw .expired
        case .unknown: throw .unknown
        }
    }

    /// The request that the browser holds already. No key is made and nothing is signed for it.
    private func handOutAgain(_ record: SessionRecord, to token: BrowserToken?) async throws(FlowError) -> HandedOutRequest {
        guard let token else { throw .boundElsewhere }
        let held: [UInt8]?
        do { held = try await store.heldRequest(record.id, binding: token.digest) } catch { throw .store(error) }
        if let held { return HandedOutRequest(request: held, token: nil, record: record) }
        switch try await session(record.id).status {
        case .created, .requested: throw .boundElsewhere
        case .claimed, .verified, .refused: throw .used
        case .expired: throw .expired
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

    // MARK: Steps

    /// Why a browser without a token is refused.
    package func missingToken(_ id: SessionIdentifier) async throws(FlowError) -> FlowError {
        _ = try await session(id)
        return .notBound
    }

    private func build(_ record: SessionRecord) throws(FlowError) -> (request: [UInt8], secret: [UInt8]) {
        do {
            let builder = try builders.value(of: record.policy) { policy in
                try RequestBuilder(documents: policy.documents.map(\.requested), useCases: policy.useCases, signers: signers)
            }
            let built = try builder.buildForStorage(for: origin, expiresAt: record.expiresAt)
            let json = built.request.json
            return (json, try keys.seal(built.storedSession(for: json), purpose: .secret, session: record.secretContext()))
        } catch { throw .server("the request cannot be built: \(error)") }
    }

    private func json(_ sealed: [UInt8], _ purpose: SealingKeyRing.Purpose, _ id: SessionIdentifier) throws(FlowError) -> [UInt8] {
        try read(sealed, purpose, id) { try JSONText(stored: $0).bytes }
    }

    /// Opens something of a session, and makes JSON of it.
    private func read(
        _ sealed: [UInt8], _ purpose: SealingKeyRing.Purpose, _ id: SessionIdentifier, _ json: ([UInt8]) throws -> [UInt8]
    ) throws(FlowError) -> [UInt8] {
        do { return try json(try keys.open(sealed, purpose: purpose, session: id.rawValue)) } catch { throw .server("\(error)") }
    }

    static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

extension FlowError {
    /// Keeps an error of the flow, takes a store's as that, and everything else as the server's own.
    init(_ error: any Error) {
        switch error {
        case let error as FlowError: self = error
        case let failure as StoreFailure: self = .store(failure)
        default: self = .server(String(describing: error))
        }
    }
}
