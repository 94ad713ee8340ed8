import DocumentTrust
import Foundation
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Synchronization
import Tracing
import VerificationSessions

/// A clock that goes when it is told to.
final class TestClock: Sendable {
    private let moment = Mutex(Sample.now)

    var now: Instant { moment.withLock { $0 } }
    func advance(_ seconds: Int64) { moment.withLock { $0 = $0.advanced(bySeconds: seconds) } }
}

/// A verification service without its HTTP: a flow on an SQLite store, a website, a wallet.
struct FlowScene: Sendable {
    private static let shared: SampleParties? = try? SampleParties(now: Sample.now)

    /// A session whose request a browser holds.
    struct Opened {
        let id: SessionIdentifier
        let token: BrowserToken
        let request: PresentationRequest
    }

    let parties: SampleParties
    let database: StoreDatabase
    let store: any VerificationStore
    let clock: TestClock
    let flow: VerificationFlow
    let webhookBodies: @Sendable () async throws -> [[UInt8]]

    static let keys: [(name: String, key: [UInt8])] = [(name: "2026-05", key: Array(repeating: 5, count: 32))]

    static func sampleParties() throws -> SampleParties {
        guard let shared else { throw Unexpected() }
        return shared
    }

    static func with(_ body: (FlowScene) async throws -> Void) async throws {
        try await StoreDatabase.with(.sqlite) { database in
            let (parties, clock, store) = (try sampleParties(), TestClock(), try await database.open())
            let flow = try make(store, parties, clock, keys)
            try await body(
                FlowScene(parties: parties, database: database, store: store, clock: clock, flow: flow) {
                    try await store.leaseWebhooks(at: Sample.after(100_000), leaseUntil: Sample.after(100_000), limit: 100).map(\.body)
                })
        }
    }

    static func make(
        _ store: any VerificationStore, _ parties: SampleParties, _ clock: TestClock, _ keys: [(name: String, key: [UInt8])],
        settings: FlowSettings = FlowSettings(), tracer: any Tracer = NoOpTracer(),
        pause: @escaping @Sendable (Duration) async throws -> Void = { _ in throw CancellationError() }
    ) throws -> VerificationFlow {
        let trust = try parties.issuerTrust()
        return VerificationFlow(
            store: store, policies: try PolicyCatalogue([Sample.policy()]), origin: parties.origin, signers: [parties.readerSigner()],
            judge: try VerificationJudge(profile: ISOProfile(), mode: .production) { trust }, keys: try SealingKeyRing(keys),
            audit: AuditSigner(key: Sample.auditKey), settings: settings, sendsWebhooks: true, clock: { clock.now }, pause: pause, tracer: tracer)
    }

    /// Starts a session and lets a browser ask for its request.
    func opened(_ policy: VerificationPolicy? = nil) async throws -> Opened {
        let id = try await flow.start(try policy ?? Sample.policy(), reference: "order-4711").id
        let handed = try await flow.handOut(id, to: nil)
        guard let token = handed.token else { throw Unexpected() }
        return Opened(id: id, token: token, request: try JSONDecoder().decode(PresentationRequest.self, from: Data(handed.request)))
    }

    /// Goes all the way with a wallet that answers as it should.
    func answered(_ policy: VerificationPolicy? = nil) async throws -> SessionIdentifier {
        let opened = try await opened(policy)
        _ = try await flow.answer(opened.id, from: opened.token, with: parties.answer(opened.request))
        return opened.id
    }

    func result(_ id: SessionIdentifier) async throws -> [String: Any] { try Self.object(try await flow.result(id)) }
    func report(_ id: SessionIdentifier) async throws -> [String: Any] { try Self.object(try await flow.report(id)) }

    static func object(_ json: [UInt8]) throws -> [String: Any] {
        guard let object = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any] else { throw Unexpected() }
        return object
    }

    /// The elements of the licence in a result.
    static func elements(_ result: [String: Any]) throws -> [String: Any] {
        guard let documents = result["documents"] as? [[String: Any]], let groups = documents.first?["issuerSigned"] as? [String: [String: Any]]
        else { throw Unexpected() }
        return groups[NameSpace.mobileDrivingLicence.rawValue] ?? [:]
    }
}
