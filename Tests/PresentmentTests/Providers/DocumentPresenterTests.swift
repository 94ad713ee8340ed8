import DocumentProvider
import DocumentTrust
import Foundation
import IdentityDocumentServices
import MobileDocument
import MobileDocumentTesting
import PresentmentRequest
import ProviderDocuments
import RelyingParty
import Testing

@Suite("A provider's answers")
struct DocumentPresenterTests {
    private let world: ProviderWorld

    init() throws { world = try ProviderWorld() }

    private func answer(
        _ data: [UInt8], enrolment: String? = "owner", documents: [String] = [], policy: ReaderPolicy = .trustedReaders, readers: ReaderTrustList? = nil,
        origin: String? = nil
    ) async throws -> (code: String?, delivered: [Data]) {
        let (context, port) = try world.context(data, enrolment: enrolment, documents: documents, origin: origin)
        let presenter = DocumentPresenter(store: world.store, readers: try readers ?? world.parties.readerTrust(), policy: policy)
        do {
            try await context.sendResponse { try presenter.response(to: $0, in: context, at: world.parties.now) }
            return (nil, port.record.delivered)
        } catch { return ((error as? DocumentPresenterError)?.code ?? "\(error)", port.record.delivered) }
    }

    @Test("The document the system found answers, and no other one the provider has")
    func rightDocument() async throws {
        let (session, request) = try world.parties.request(["document_number"])
        _ = try world.provision(number: "UT-1")
        let wanted = try world.provision(number: "UT-2")
        _ = try world.provision(number: "UT-3")
        let outcome = try await answer(RequestScene.json(request.data), documents: [wanted.id])
        #expect(outcome.code == nil)
        let store = InMemorySessionStore()
        await store.insert(session, id: SessionIdentifier(rawValue: "one"))
        let verifier = try Verifier(trust: world.parties.issuerTrust(), profile: ISOProfile(), mode: .development)
        guard let claimed = await store.claim(SessionIdentifier(rawValue: "one"), at: world.parties.now), let sealed = outcome.delivered.first,
            case .verified(let verified) = verifier.verify(CredentialResponse(sealed: Array(sealed)), for: claimed, at: world.parties.now)
        else {
            Issue.record("the answer is not verified")
            return
        }
        #expect(verified.documents.map { $0.issuerSigned.map(\.text) } == [["UT-2"]])
    }

    @Test("A document answers only to the enrolment it is bound to, and after proofing to the new one", arguments: [nil, "another"])
    func otherOwner(enrolment: String?) async throws {
        let document = try world.provision()
        let data = try world.scene.data(signers: [world.scene.reader()])
        let refused = try await answer(data, enrolment: enrolment)
        #expect(refused.code == "provider.ownerChanged" && refused.delivered.isEmpty)
        try world.store.save(document.rebound(to: "another", proofing: Proofing(reviewer: "Robin Clerk", time: world.parties.now)))
        #expect(try await answer(data, enrolment: "another").code == nil)
        #expect(try await answer(data, enrolment: "owner").code == "provider.ownerChanged")
    }

    @Test("A document that is bound to nobody answers nobody")
    func unbound() async throws {
        _ = try world.provision(enrolment: nil)
        let data = try world.scene.data(signers: [world.scene.reader()])
        #expect(try await answer(data, enrolment: nil).code == "provider.ownerChanged")
        #expect(try await answer(data).code == "provider.ownerChanged")
    }

    @Test("A reader of another registrar, and one that signs nothing, gets nothing")
    func otherRegistrar() async throws {
        _ = try world.provision()
        let stranger = try SampleParties(now: world.parties.now)
        for signers in [[stranger.readerSigner()], []] {
            let outcome = try await answer(try world.scene.data(signers: signers))
            #expect(outcome.code == "presentation.untrustedReader" && outcome.delivered.isEmpty)
        }
        #expect(try await answer(try world.scene.data(signers: [world.scene.reader()])).code == nil)
    }

    @Test("A page that replays another one's request is refused by the transcript, and one that has its own signed by that one's certificate by the names in it")
    func otherOrigin() async throws {
        _ = try world.provision()
        let other = "https://rentals.example.evil.example"
        let replayed = try world.scene.data(signers: [world.scene.reader()])
        #expect(try await answer(replayed).code == nil)
        let refusal = try #require(throws: RequestRefusal.self) { try world.context(replayed, origin: other) }
        #expect(refusal.code == .readerSignature)
        // As if somebody had the reader's key: the signature is for this very page, and verifies.
        let signed = try world.scene.data(signers: [world.scene.reader()], origin: other)
        let outcome = try await answer(signed, origin: other)
        #expect(outcome.code == "presentation.reader.otherHost" && outcome.delivered.isEmpty)
    }

    @Test("A strict provider answers registered readers only, and only what their certificates let them ask")
    func strict() async throws {
        _ = try world.provision()
        func code(_ signer: ReaderSigner) async throws -> String? {
            try await answer(try world.scene.data(signers: [signer]), policy: .registeredReaders).code
        }
        #expect(try await code(world.scene.reader()) == "presentation.unregisteredReader")
        #expect(try await code(world.registeredReader(mayAsk: ["family_name"])) == "presentation.reader.elementNotGranted")
        #expect(try await code(world.registeredReader(mayAsk: ["family_name", "age_over_21"])) == nil)
    }

    @Test("Without a document there is no answer, and a lost device key is named")
    func missing() async throws {
        let data = try world.scene.data(signers: [world.scene.reader()])
        #expect(try await answer(data).code == "presentation.noMatchingDocument")
        let document = try world.provision()
        try world.machine.keys.deleteKey(label: document.keyLabel)
        #expect(try await answer(data).code == "deviceKey.notFound")
    }
}
