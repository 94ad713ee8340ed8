import CBOR
import COSE
import DocumentProvider
import DocumentTrust
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import MobileDocument
import MobileDocumentTesting
import IssuingAuthority
import RelyingParty
import SQLiteVerificationStore
import StoreDoubles
import Testing
import Tracing
import TrustFetching
import VerificationSessions

@testable import VerifierService

/// A whole service in memory but for its files: configuration, certificates, trust and an SQLite store in a folder of its own.
final class ServiceWorld: Sendable {
    static let start = Instant(secondsSinceEpoch: 1_780_315_200)  // 2026-06-01T12:00:00Z
    static let backendKey = "backend-key-of-the-tests"

    let folder: TemporaryFolder
    let parties: SampleParties
    let clock: TestClock
    let log = CapturedLog()
    let metrics = PrometheusMetrics()
    let configuration: ServiceConfiguration
    let application: VerifierApplication

    let store: FaultyStore

    /// - Parameters:
    ///   - extra: variables over the configuration.
    ///   - files: files to add to its folder.
    ///   - content: what is in the licence.
    ///   - store: opens a store in the folder; nil takes SQLite.
    ///   - fetcher: the way to what trust is fetched from; nil takes the network.
    ///   - roots: further issuers to trust.
    ///   - nonce: the nonce of in-app sessions; nil draws one.
    init(
        extra: [String: String] = [:], files: [String: String] = [:], now: Instant = ServiceWorld.start, content: DocumentContent = SampleContent.drivingLicence(),
        tracer: any Tracer = NoOpTracer(), store: (any VerificationStore)? = nil,
        fetcher: (any ResourceFetching)? = nil, roots: [ParsedCertificate] = [], nonce: [UInt8]? = nil
    ) async throws {
        folder = try TemporaryFolder()
        clock = TestClock(now)
        parties = try SampleParties(now: now, content: content)
        for (name, text) in files { try folder.write(name, text) }
        try folder.write("reader.pem", parties.reader.certificatePEM)
        try folder.write("reader-key.pem", parties.reader.privateKeyPEM)
        try Self.trust(parties, in: folder)
        for root in roots { try TrustStore(at: folder.path + "/trust").add(root, confirming: root.fingerprint, provenance: "test", at: now) }
        try folder.write("audit-key.pem", ConfigurationText.auditKey)
        try folder.write("verifier.yaml", ConfigurationText.good)
        var configuration = try await ServiceConfiguration.read(file: folder.path + "/verifier.yaml", environment: extra)
        if let nonce { configuration.merchant?.nonce = { nonce } }
        self.configuration = configuration
        let clock = clock
        self.store = FaultyStore(try store ?? SQLiteVerificationStore(path: folder.path + "/sessions.sqlite"))
        application = try VerifierApplication(
            configuration, store: self.store, metrics: metrics, fetcher: fetcher ?? ResourceFetcher(profile: configuration.network),
            logger: log.logger, tracer: tracer, clock: { clock.now }, pause: { _ in clock.advance(bySeconds: 1) })
    }

    /// What lets time pass in the store.
    var sweeper: SweepService? { application.background.lazy.compactMap { $0 as? SweepService }.first }

    /// The routes of a service with one listener.
    func routes() throws -> [Router<VerifierService.ServiceContext>.RouteDescription] {
        ServiceRoutes(
            configuration: configuration, flow: application.flow, watch: application.watch, pagePlaces: application.pagePlaces,
            backendPlaces: application.backendPlaces, trust: application.trust, measures: ServiceMeasures(factory: metrics), metrics: metrics,
            tracer: NoOpTracer(), clock: { ServiceWorld.start }
        ).routers().page.routes
    }

    static func trust(_ parties: SampleParties, in folder: TemporaryFolder) throws {
        let root = try ParsedCertificate(ByteSlice(parties.root.identity.derEncoded))
        let path = folder.path + "/trust"
        let store = TrustStore.exists(at: path) ? TrustStore(at: path) : try TrustStore.create(at: path)
        try store.add(root, confirming: root.fingerprint, provenance: "sample", at: start)
    }

    /// Stops trusting the root.
    func distrustRoot() throws {
        let root = try ParsedCertificate(ByteSlice(parties.root.identity.derEncoded))
        try TrustStore(at: folder.path + "/trust").remove(fingerprint: root.fingerprint)
    }

    /// One more service with this configuration, on a store of its own opening.
    func another(on store: any VerificationStore) throws -> VerifierApplication {
        let clock = clock
        return try VerifierApplication(configuration, store: store, metrics: PrometheusMetrics(), logger: log.logger, clock: { clock.now })
    }

    /// Runs a test against the routes, without a socket.
    func run(_ test: @Sendable (ServiceClient) async throws -> Void) async throws { try await run(application, test) }

    /// Runs a test against another service's routes.
    func run(_ application: VerifierApplication, _ test: @Sendable (ServiceClient) async throws -> Void) async throws {
        try await Application(responder: application.pageResponder, logger: log.logger).test(.router) { client in
            try await test(ServiceClient(client))
        }
    }

    /// The wallet's answer to a request, as the page posts it.
    func answer(_ handedOut: Data) throws -> Data {
        try JSONEncoder().encode(parties.answer(JSONDecoder().decode(PresentationRequest.self, from: handedOut)))
    }

    /// What a wallet answers that another site asked, without a signature, with the recipient key of a request of this one.
    func answer(_ handedOut: Data, askedBy other: String) throws -> Data {
        let request = try JSONDecoder().decode(PresentationRequest.self, from: handedOut)
        let origin = try Origin(other)
        let asked = RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: ["family_name"])
        let foreign = try RequestBuilder(documents: [asked]).build(for: origin, expiresAt: clock.now.advanced(bySeconds: 60)).request
        let presented = try PresentedRequest(
            deviceRequest: foreign.data.deviceRequest, encryptionInfo: request.data.encryptionInfo, origin: origin)
        let review = try parties.holder(policy: .anyReader).review(presented, at: clock.now)
        let sealed = try review.answer(PresentationChoice(acceptingDefaultsOf: review))
        return try JSONEncoder().encode(CredentialResponse(sealed: sealed.encoded))
    }
}
