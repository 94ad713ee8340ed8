import DocumentProvider
import DocumentTrust
import Foundation
import IdentityDocumentServices
import IssuingAuthority
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
        _ data: [UInt8], enrolment: String? = "owner", documents: [String] = [], found: [[String]]? = nil, policy: ReaderPolicy = .trustedReaders,
        readers: ReaderTrustList? = nil, origin: String? = nil, choosing choices: [DocumentChoice] = [], preferring options: [OptionChoice] = []
    ) async throws -> (code: String?, delivered: [Data]) {
        let (context, port) = try world.context(data, enrolment: enrolment, documents: documents, found: found, origin: origin)
        let presenter = DocumentPresenter(store: world.store, readers: try readers ?? world.parties.readerTrust(), policy: policy)
        do {
            try await context.sendResponse {
                try presenter.response(to: $0, in: context, choosing: choices, preferring: options, at: world.parties.now)
            }
            return (nil, port.record.delivered)
        } catch { return ((error as? DocumentPresenterError)?.code ?? "\(error)", port.record.delivered) }
    }

    @Test("The document the system found answers, and no other one the provider has")
    func rightDocument() async throws {
        let (session, request) = try world.parties.request(["document_number"])
        _ = try world.provision(number: "UT-1")
        let wanted = try world.provision(number: "UT-2")
        _ = try world.provision(number: "UT-3")
        #expect(try await numbers(of: answer(RequestScene.json(request.data), documents: [wanted.id]), in: session) == ["UT-2"])
    }

    /// The document numbers that the website gets to know.
    private func numbers(of outcome: (code: String?, delivered: [Data]), in session: PendingSession) async throws -> [String?] {
        try await documents(of: outcome, in: session).flatMap { $0.issuerSigned.map(\.text) }
    }

    /// The documents that the website gets.
    private func documents(of outcome: (code: String?, delivered: [Data]), in session: PendingSession) async throws -> [VerifiedDocument] {
        #expect(outcome.code == nil)
        let store = InMemorySessionStore()
        await store.insert(session, id: SessionIdentifier(rawValue: "one"))
        let verifier = try Verifier(trust: world.parties.issuerTrust(), profile: ISOProfile(), mode: .development)
        guard let claimed = await store.claim(SessionIdentifier(rawValue: "one"), at: world.parties.now), let sealed = outcome.delivered.first,
            case .verified(let verified) = verifier.verify(CredentialResponse(sealed: Array(sealed)), for: claimed, at: world.parties.now)
        else {
            Issue.record("the answer is not verified")
            return []
        }
        return verified.documents
    }

    /// What the person can choose among documents the system found, with the presenter of these tests.
    private func choices(_ data: [UInt8], among documents: [ProvisionedDocument]) throws -> [DocumentChoice] {
        let presenter = DocumentPresenter(store: world.store, readers: try world.parties.readerTrust(), policy: .trustedReaders)
        return try presenter.choices(for: world.context(data, documents: documents.map(\.id)).0, at: world.parties.now)
    }

    @Test("Of two documents the one that the person chooses answers; one that is gone, and one that cannot answer, is not replaced by the other")
    func chosen() async throws {
        let documents = [try world.provision(number: "UT-1"), try world.provision(number: "UT-2")]
        for (document, number) in zip(documents, ["UT-1", "UT-2"]) {
            let (session, request) = try world.parties.request(["document_number"])
            let data = RequestScene.json(request.data)
            var choices = try choices(data, among: documents)
            #expect(choices.map { Set($0.documents) } == [Set(documents)] && choices.map(\.id) == [[0]])
            choices[0].selected = document.id
            #expect(try await numbers(of: answer(data, documents: documents.map(\.id), choosing: choices), in: session) == [number])
        }
        let data = RequestScene.json(try world.parties.request(["eye_colour"]).1.data)
        #expect(try choices(data, among: [documents[0]]).isEmpty)
        var choices = try choices(data, among: documents)
        let colourless = try world.provision(without: "eye_colour")
        choices[0].selected = colourless.id
        #expect(try await answer(data, documents: (documents + [colourless]).map(\.id), choosing: choices).code == "presentation.invalidChoice")
        choices[0].selected = documents[1].id
        try world.store.remove(documents[1].id)
        let outcome = try await answer(data, documents: documents.map(\.id), choosing: choices)
        #expect(outcome.code == "documents.unknownDocument" && outcome.delivered.isEmpty)
    }

    /// What the person can choose among alternatives, with the presenter of these tests.
    private func options(_ data: [UInt8], found: [[String]]? = nil) throws -> [OptionChoice] {
        let presenter = DocumentPresenter(store: world.store, readers: try world.parties.readerTrust(), policy: .trustedReaders)
        return try presenter.options(for: world.context(data, found: found).0, at: world.parties.now)
    }

    /// A request that either a licence or a photo ID answers.
    private func either(_ photoID: RequestedDocument = RequestScene.photoID) throws -> (session: PendingSession, data: [UInt8]) {
        let builder = try RequestBuilder(
            documents: [RequestScene.licence, photoID], useCases: [UseCase(isMandatory: true, documentSets: [[0], [1]])],
            signers: [world.scene.reader()])
        let (session, request) = try builder.build(for: world.parties.origin, expiresAt: world.parties.now.advanced(bySeconds: 600))
        return (session, RequestScene.json(request.data))
    }

    @Test("Of two kinds of document the one that the person prefers answers; one that is gone, or cannot answer, is not replaced by the other")
    func preferred() async throws {
        _ = try world.provision()
        #expect(try options(either().data).isEmpty)
        let label = Machine.label()
        let photoID = try world.provision(
            world.photoID(to: world.machine.keys.makeKey(label: label)), as: "org.iso.23220.photoid.1", keyLabel: label)
        let kinds: [DocType] = [.mobileDrivingLicence, "org.iso.23220.photoid.1"]
        for position in kinds.indices {
            let (session, data) = try either()
            var choice = try #require(try options(data).first)
            #expect(choice.id == 0 && choice.options.map(\.id) == [0, 1])
            #expect(choice.options.flatMap(\.documentTypes) == kinds)
            #expect(choice.selected == 0, "until the person chooses, what the website wants most")
            choice.selected = position
            #expect(try await documents(of: answer(data, preferring: [choice]), in: session).map(\.docType) == [kinds[position]])
        }
        let larger = RequestedDocument("org.iso.23220.photoid.1", nameSpace: "org.iso.23220.1", elements: ["portrait", "sex"])
        #expect(try options(either(larger).data).isEmpty, "the photo ID has half of what is asked")
        let data = try either().data
        var choice = try #require(try options(data).first)
        try world.store.remove(photoID.id)
        for selected in [1, 7, -1] {
            choice.selected = selected
            let outcome = try await answer(data, preferring: [choice])
            #expect(outcome.code == "presentation.invalidChoice" && outcome.delivered.isEmpty)
        }
    }

    /// A request for elements of licences, each in a document request of its own.
    private static func licences(_ elements: [ElementIdentifier]...) -> [RequestedDocument] {
        elements.map { RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: $0) }
    }

    @Test("What a trusted reader has signed is answered and can be chosen, what nobody has is neither, and a set with some of both is refused")
    func partlySigned() async throws {
        let licence = try world.provision()
        let asked = Self.licences(["family_name"], ["document_number"], ["given_name"])
        func request(_ sets: [[Int]], signing signed: Set<Int>) throws -> (session: PendingSession, data: [UInt8]) {
            try world.scene.partlySigned(asked, useCases: [UseCase(isMandatory: true, documentSets: sets)], signing: signed)
        }
        let (session, second) = try request([[0], [1]], signing: [1])
        #expect(try options(second, found: [[], [licence.id], []]).isEmpty)
        #expect(try await numbers(of: answer(second, found: [[], [licence.id], []]), in: session) == ["UT-4711-0815"])

        let found = [[], [licence.id], [licence.id]]
        let (chosen, both) = try request([[0], [1], [2]], signing: [1, 2])
        var choice = try #require(try options(both, found: found).first)
        #expect(choice.options.map(\.id) == [1, 2] && choice.selected == 1)
        choice.selected = 2
        #expect(try await numbers(of: answer(both, found: found, preferring: [choice]), in: chosen) == ["Kelly"])
        choice.selected = 0
        #expect(try await answer(both, found: found, preferring: [choice]).code == "presentation.invalidChoice")

        let outcome = try await answer(request([[0, 1]], signing: [1]).data, found: [[], [licence.id], []])
        #expect(outcome.code == "presentation.noMatchingDocument" && outcome.delivered.isEmpty)
    }

    @Test("Of two licences each answers what it has: where one alone can there is no choice, and where both can, a choice for each request")
    func oneTypeTwice() async throws {
        let documents = [try world.provision(without: "hair_colour"), try world.provision(without: "eye_colour")]
        func request(_ documents: [RequestedDocument]) throws -> (session: PendingSession, data: [UInt8]) {
            let builder = try RequestBuilder(documents: documents, signers: [world.scene.reader()])
            let (session, request) = try builder.build(for: world.parties.origin, expiresAt: world.parties.now.advanced(bySeconds: 600))
            return (session, RequestScene.json(request.data))
        }
        func answered(_ session: PendingSession, _ data: [UInt8], _ choices: [DocumentChoice]) async throws -> [Set<ElementIdentifier>] {
            try await self.documents(of: answer(data, documents: documents.map(\.id), choosing: choices), in: session).map { document in
                Set(document.issuerSigned.map(\.reference.identifier))
            }
        }
        let (alone, apart) = try request(Self.licences(["hair_colour"], ["eye_colour"]))
        #expect(try choices(apart, among: documents).isEmpty)
        #expect(try await Set(answered(alone, apart, [])) == [["hair_colour"], ["eye_colour"]])

        let (session, data) = try request(Self.licences(["hair_colour", "resident_city"], ["eye_colour", "resident_city"]))
        let choices = try choices(data, among: documents)
        #expect(choices.map(\.id) == [[0], [1]] && choices.map(\.selected) == [documents[1].id, documents[0].id])
        #expect(try await Set(answered(session, data, choices)) == [["hair_colour", "resident_city"], ["eye_colour", "resident_city"]])
    }

    @Test("What is optional is answered until the person leaves it out, and something is answered always", arguments: [true, false])
    func leftOut(hasUseCases: Bool) async throws {
        _ = try world.provision()
        let label = Machine.label()
        _ = try world.provision(world.photoID(to: world.machine.keys.makeKey(label: label)), as: "org.iso.23220.photoid.1", keyLabel: label)
        let useCases = [UseCase(isMandatory: true, documentSets: [[0]]), UseCase(isMandatory: false, documentSets: [[1]])]
        func request() throws -> (session: PendingSession, data: [UInt8]) {
            let builder = try RequestBuilder(
                documents: [RequestScene.licence, RequestScene.photoID], useCases: hasUseCases ? useCases : [], signers: [world.scene.reader()])
            let (session, request) = try builder.build(for: world.parties.origin, expiresAt: world.parties.now.advanced(bySeconds: 600))
            return (session, RequestScene.json(request.data))
        }
        let (session, data) = try request()
        var choices = try options(data)
        #expect(choices.map(\.id) == (hasUseCases ? [1] : [0, 1]) && choices.allSatisfy { $0.options.map(\.id) == [0] && $0.selected == 0 })
        #expect(try await documents(of: answer(data, preferring: choices), in: session).count == 2)

        let context = try world.context(data).0
        #expect(choices.allSatisfy { $0.mayBeLeftOut(of: context, beside: choices) })
        choices[choices.count - 1].selected = nil
        let (another, again) = try request()
        #expect(try await documents(of: answer(again, preferring: choices), in: another).map(\.docType) == [.mobileDrivingLicence])

        // Without use cases each stands alone, and then the other one is all there is.
        #expect(choices[0].mayBeLeftOut(of: context, beside: choices) == hasUseCases)
        guard !hasUseCases else { return }
        choices[0].selected = nil
        let outcome = try await answer(data, preferring: choices)
        #expect(outcome.code == "presentation.invalidChoice" && outcome.delivered.isEmpty)
    }

    @Test("A use case is answered whole or not at all, also where all are optional; without use cases each document request as far as it can be", arguments: [true, false])
    func partlyHeld(hasUseCases: Bool) async throws {
        let licence = try world.provision()
        let cards = try (0..<2).map { _ in
            let label = Machine.label()
            return try world.provision(world.photoID(to: world.machine.keys.makeKey(label: label)), as: "org.iso.23220.photoid.1", keyLabel: label)
        }
        // Each photo ID has half of what is asked of one.
        let larger = RequestedDocument("org.iso.23220.photoid.1", nameSpace: "org.iso.23220.1", elements: ["portrait", "sex"])
        let optional = [0, 1].map { UseCase(isMandatory: false, documentSets: [[$0]]) }
        let builder = try RequestBuilder(
            documents: [RequestScene.licence, larger], useCases: hasUseCases ? optional : [], signers: [world.scene.reader()])
        let (session, request) = try builder.build(for: world.parties.origin, expiresAt: world.parties.now.advanced(bySeconds: 600))
        let data = RequestScene.json(request.data)
        #expect(try options(data).map(\.id) == (hasUseCases ? [] : [0, 1]))
        #expect(try choices(data, among: [licence] + cards).map(\.id) == (hasUseCases ? [] : [[1]]))
        let expected: Set<DocType> = hasUseCases ? [.mobileDrivingLicence] : [.mobileDrivingLicence, "org.iso.23220.photoid.1"]
        #expect(try await Set(documents(of: answer(data), in: session).map(\.docType)) == expected)
    }

    @Test("Of a use case only a document that has all of it can be chosen, without use cases any that has some of it", arguments: [true, false])
    func chosenWhole(hasUseCases: Bool) async throws {
        let whole = [try world.provision(number: "UT-1"), try world.provision(number: "UT-2")]
        let lacking = try world.provision(number: "UT-3", without: "eye_colour")
        let builder = try RequestBuilder(
            documents: Self.licences(["document_number", "eye_colour"]),
            useCases: hasUseCases ? [UseCase(isMandatory: true, documentSets: [[0]])] : [], signers: [world.scene.reader()])
        let (session, request) = try builder.build(for: world.parties.origin, expiresAt: world.parties.now.advanced(bySeconds: 600))
        let data = RequestScene.json(request.data)
        #expect(try choices(data, among: [whole[0], lacking]).isEmpty == hasUseCases)
        var offered = try choices(data, among: whole + [lacking])
        try #require(offered.map(\.id) == [[0]])
        #expect(Set(offered[0].documents) == Set(hasUseCases ? whole : whole + [lacking]))
        offered[0].selected = lacking.id
        let outcome = try await answer(data, documents: (whole + [lacking]).map(\.id), choosing: offered)
        if hasUseCases {
            #expect(outcome.code == "presentation.invalidChoice" && outcome.delivered.isEmpty)
        } else {
            #expect(try await numbers(of: outcome, in: session) == ["UT-3"])
        }
    }

    @Test("Until the person chooses, the document is selected that has what is asked")
    func proposed() async throws {
        let data = RequestScene.json(try world.parties.request(["eye_colour", "family_name"]).1.data)
        let lacking = try (0..<3).map { _ in try world.provision(without: "eye_colour") }
        let whole = try world.provision()
        #expect(try choices(data, among: lacking + [whole]).map(\.selected) == [whole.id])
    }

    @Test("A document answers only to the enrolment it is bound to, and one that was issued anew to the new one", arguments: [nil, "another"])
    func otherOwner(enrolment: String?) async throws {
        let document = try world.provision()
        let data = try world.scene.data(signers: [world.scene.reader()])
        let refused = try await answer(data, enrolment: enrolment)
        #expect(refused.code == "provider.ownerChanged" && refused.delivered.isEmpty)
        try world.store.remove(document.id)
        _ = try world.provision(enrolment: "another")
        #expect(try await answer(data, enrolment: "another").code == nil)
        #expect(try await answer(data, enrolment: "owner").code == "provider.ownerChanged")
    }

    @Test("A document that is bound to nobody answers nobody")
    func unbound() async throws {
        let document = try world.provision(enrolment: nil)
        let data = try world.scene.data(signers: [world.scene.reader()])
        for enrolment in [nil, "owner"] {
            let refused = try await answer(data, enrolment: enrolment)
            #expect(refused.code == "provider.unbound" && refused.delivered.isEmpty)
        }
        // What is said to be enough is enough.
        _ = try world.provision(document.issuerSigned, keyLabel: document.keyLabel)
        #expect(try await answer(data).code == nil)
    }

    @Test("Of two documents that answer together, one bound to another enrolment has to be issued anew, whatever else is wrong with the other")
    func boundApart() async throws {
        _ = try world.provision(enrolment: "another")
        let label = Machine.label()
        _ = try world.provision(
            world.photoID(to: world.machine.keys.makeKey(label: label)), as: "org.iso.23220.photoid.1", keyLabel: label, enrolment: nil)
        let data = try world.scene.data([RequestScene.licence, RequestScene.photoID], signers: [world.scene.reader()])
        for enrolment in [nil, "owner"] { #expect(try await answer(data, enrolment: enrolment).code == "provider.ownerChanged") }
        #expect(try await answer(data, enrolment: "another").code == "provider.unbound")
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

    @Test("A provider's folder holds revocation lists beside the roots: a reader they name is refused, and every reader when all of them are old")
    func revocationLists() async throws {
        let parties = world.parties
        let folder = try ProviderFolder(world.machine.folder.path + "/app")
        try folder.trust(parties.readerAuthority.identity.certificatePEM, named: "readers", as: .reader)
        let file = URL(fileURLWithPath: folder.path + "/readers/readers.crl")
        func code(_ list: [UInt8]) async throws -> String? {
            try Data(list).write(to: file)
            return try await answer(world.scene.data(signers: [world.scene.reader()]), readers: folder.readers()).code
        }
        func list(daysAgo: Int, revoking revoked: [CertifiedKey] = []) throws -> [UInt8] {
            let time = parties.now.advanced(byDays: -daysAgo)
            return try parties.readerAuthority.signRevocationList(
                RevocationListContent(
                    number: 1, thisUpdate: time, nextUpdate: parties.now.advanced(byDays: 30),
                    revoked: revoked.map { RevokedCertificate(serialNumber: Array($0.certificate.serialNumber.bytes), time: time) }))
        }
        _ = try world.provision()
        #expect(try await code(list(daysAgo: 1)) == nil)
        #expect(try await code(list(daysAgo: 1, revoking: [parties.reader])) == "presentation.reader.revoked")
        #expect(try await code(list(daysAgo: 3)) == "presentation.reader.staleRevocationList")
        await #expect(throws: TrustAnchorFolderError.self) { try await code([1, 2, 3]) }
        let stranger = try SampleParties(now: parties.now)
        await #expect(throws: TrustAnchorFolderError.self) {
            try await code(stranger.readerAuthority.signRevocationList(
                RevocationListContent(number: 1, thisUpdate: parties.now, nextUpdate: parties.now.advanced(byDays: 1), revoked: [])))
        }
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

    @Test("A document whose device key is lost keeps no other from answering, and is not among the choices")
    func besideLostKey() async throws {
        let (lost, first, second) = (try world.provision(number: "UT-1"), try world.provision(number: "UT-2"), try world.provision(number: "UT-3"))
        let all = [lost, first, second]
        let data = RequestScene.json(try world.parties.request(["document_number"]).1.data)
        #expect(try choices(data, among: all).map { Set($0.documents) } == [Set(all)])
        try world.machine.keys.deleteKey(label: lost.keyLabel)
        #expect(try choices(data, among: all).map { Set($0.documents) } == [Set([first, second])])
        let (session, request) = try world.parties.request(["document_number"])
        let outcome = try await answer(RequestScene.json(request.data), documents: [lost.id, first.id])
        #expect(try await numbers(of: outcome, in: session) == ["UT-2"])
        #expect(try await answer(data, documents: [lost.id]).code == "deviceKey.notFound")
    }
}
