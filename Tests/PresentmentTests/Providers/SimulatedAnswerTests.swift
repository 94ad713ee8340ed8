import DocumentTrust
import Foundation
import IdentityDocumentServices
import MobileDocument
import MobileDocumentTesting
import ProviderDocuments
import RelyingParty
import SimulatedDocuments
import Testing

@Suite("Wallets for tests that websites ask")
struct SimulatedAnswerTests {
    private let world: ProviderWorld

    init() throws { world = try ProviderWorld() }

    private func answer(_ mode: SimulationMode, _ data: [UInt8]) async throws -> (code: String?, delivered: [Data]) {
        let folder = try ProviderFolder(world.machine.folder.path + "/app")
        try folder.trust(world.parties.readerAuthority.identity.certificatePEM, named: "readers", as: .reader)
        let wallet = try SimulatedWallet(mode, folder: folder, at: world.parties.now)
        let (context, port) = try world.context(data)
        do {
            try await context.sendResponse { try wallet.response(to: $0, in: context, at: world.parties.now) }
            return (nil, port.record.delivered)
        } catch { return ((error as? SimulationRefusal)?.code ?? "\(error)", port.record.delivered) }
    }

    /// A request by a reader that may make it, and its session.
    private func request() throws -> (session: PendingSession, data: [UInt8]) {
        let (session, request) = try RequestBuilder(
            documents: [RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: ["document_number"])],
            signers: [world.registeredReader(mayAsk: ["document_number"])]
        ).build(for: world.parties.origin, expiresAt: world.parties.now.advanced(bySeconds: 600))
        return (session, RequestScene.json(request.data))
    }

    @Test("A simulator answers no website, whatever it was asked by")
    func simulator() async throws {
        let outcome = try await answer(.simulator, request().data)
        #expect(outcome.code == "simulator.website" && outcome.delivered.isEmpty)
    }

    @Test("A developer's device answers a registered reader with mock data that it has signed, and no other reader")
    func developerDevice() async throws {
        let (session, data) = try request()
        let outcome = try await answer(.developerDevice, data)
        #expect(outcome.code == nil)
        let response = CredentialResponse(sealed: Array(try #require(outcome.delivered.first)))
        let trust = try world.parties.issuerTrust()
        let verdict = try Verifier(trust: trust, profile: DeveloperDeviceProfile(), mode: .development).verify(
            response, for: ClaimedSession(claimed: session), at: world.parties.now)
        guard case .mock(let mock) = verdict else {
            Issue.record("\(verdict.report.failures)")
            return
        }
        #expect(mock.documents.flatMap(\.elements).map(\.reference) == [ElementReference(.mobileDrivingLicence, "document_number")])
        #expect(verdict.report.outcomes(of: .deviceAuthentication) == [.passed])
        #expect(verdict.report.outcomes(of: .issuerSignature) == [.skipped])
        let production = Verifier(trust: trust).verify(response, for: ClaimedSession(claimed: session), at: world.parties.now)
        guard case .refused(let refusal) = production else {
            Issue.record("production takes mock data")
            return
        }
        #expect(refusal.isMockData)
        let unregistered = try await answer(.developerDevice, world.scene.data(signers: [world.scene.reader()]))
        #expect(unregistered.code == "presentation.unregisteredReader" && unregistered.delivered.isEmpty)
        let stranger = try await answer(.developerDevice, world.scene.data(signers: [SampleParties(now: world.parties.now).readerSigner()]))
        #expect(stranger.code == "presentation.untrustedReader" && stranger.delivered.isEmpty)
    }

    @Test("What is made up keeps the catalogues' rules, for each of the documents that apps ask for by a word")
    func content() {
        let contents = SimulatedContent.all(in: 2026)
        #expect(contents.flatMap(\.faults) == [])
        #expect(contents.map(\.docType) == [.mobileDrivingLicence, "org.iso.23220.photoid.1", "org.iso.23220.1.jp.mnc"])
    }
}
