import CBOR
import COSE
import Crypto
import DocumentProvider
import DocumentTrust
import Foundation
import IdentityElements
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing

@Suite("What a wallet releases")
struct ReleaseTests {
    private func review(
        _ documents: [RequestedDocument], useCases: [UseCase] = [], held: [HeldDocument]? = nil, policy: ReaderPolicy = .trustedReaders,
        tables: ElementTables = .builtIn
    ) throws -> (review: RequestReview, session: PendingSession) {
        let parties = try World.parties()
        let (session, request) = try RequestBuilder(documents: documents, useCases: useCases, signers: [parties.readerSigner()]).build(
            for: parties.origin, expiresAt: World.now.advanced(bySeconds: 60))
        let presented = try PresentedRequest(
            deviceRequest: request.data.deviceRequest, encryptionInfo: request.data.encryptionInfo, origin: parties.origin)
        let holder = Holder(
            documents: try held ?? [HeldDocument(issuerSigned: parties.licence, deviceKey: parties.deviceKey)],
            readerTrust: try parties.readerTrust(), policy: policy, tables: tables)
        return (try holder.review(presented, at: World.now), session)
    }

    private func response(_ review: RequestReview, _ choice: PresentationChoice? = nil) throws -> DeviceResponse {
        try DeviceResponse(review.deviceResponse(choice ?? PresentationChoice(acceptingDefaultsOf: review)))
    }

    private func returned(_ response: DeviceResponse) -> Set<String> {
        Set(response.documents.flatMap { $0.issuerSigned.items.map(\.elementIdentifier.rawValue) })
    }

    private func licence(_ elements: [ElementIdentifier], info: DocRequestInfo? = nil) -> RequestedDocument {
        RequestedDocument(
            .mobileDrivingLicence, elements: elements.map { .init(ElementReference(.mobileDrivingLicence, $0), intentToRetain: false) }, info: info)
    }

    @Test("Of 30 elements exactly the two asked for leave the wallet", arguments: [ReaderPolicy.trustedReaders, .anyReader])
    func onlyAsked(_ policy: ReaderPolicy) throws {
        let (review, _) = try review([licence(["given_name", "age_over_21"])], policy: policy)
        let bytes = try review.deviceResponse(PresentationChoice(acceptingDefaultsOf: review))
        #expect(returned(try DeviceResponse(bytes)) == ["given_name", "age_over_21"])
        let held = try IssuerSigned(try World.parties().licence).items
        #expect(held.count == 30)
        for item in held where !["given_name", "age_over_21"].contains(item.elementIdentifier.rawValue) {
            let name = item.elementIdentifier
            #expect(bytes.firstRange(of: item.encoded.encoded.bytes) == nil, "\(name) left the wallet")
            #expect(bytes.firstRange(of: CBORValue.text(name.rawValue).encoded) == nil, "the wallet shows that it holds \(name)")
        }
        for value in ["Appleseed", "UT-4711-0815", "Orbit Lane", "1994-04-18"] {
            #expect(bytes.firstRange(of: Array(value.utf8)) == nil, "\(value) left the wallet")
        }
    }

    @Test("An age question is answered by the nearest attestation, and the website reads it the same way", arguments: [
        (17, "age_over_18", true), (18, "age_over_18", true), (20, "age_over_21", true), (21, "age_over_21", true), (65, "age_over_65", false),
        (70, "age_over_65", false),
    ])
    func age(_ asked: Int, _ answeredBy: String, _ isAtLeast: Bool) throws {
        let identifier = AgeAttestation.identifier(of: asked)
        let (review, session) = try review([licence([identifier])])
        #expect(returned(try response(review)) == [answeredBy])
        let sealed = try review.answer(PresentationChoice(acceptingDefaultsOf: review))
        let verdict = Verifier(trust: try World.parties().issuerTrust()).verify(
            CredentialResponse(sealed: sealed.encoded), for: ClaimedSession(claimed: session), at: World.now)
        guard case .verified(let verified) = verdict else { Issue.record("refused: \(verdict.report.failures)"); return }
        #expect(verified.documents[0].isAtLeast(age: asked) == isAtLeast)
        #expect(verified.comparison.missing.isEmpty)
        #expect(verified.comparison.unrequested.isEmpty)
    }

    @Test("An age between the attestations is left open and nothing is released for it")
    func ageUnknown() throws {
        let (review, _) = try review([licence(["given_name", "age_over_40"])])
        #expect(returned(try response(review)) == ["given_name"])
        #expect(throws: PresentationRefusal.noMatchingDocument) { try self.review([licence(["age_over_40"])]) }
    }

    @Test("An alternative set is released whole, in the order of preference, and only when the element is missing")
    func alternatives() throws {
        func reference(_ identifier: ElementIdentifier) -> ElementReference { ElementReference(.mobileDrivingLicence, identifier) }
        let info = DocRequestInfo(alternativeDataElements: [
            AlternativeDataElements(for: reference("age_over_40"), sets: [[reference("signature_usual_mark")], [reference("age_birth_year")], [reference("birth_date")]])
        ])
        let (review, session) = try review([licence(["age_over_40", "given_name"], info: info)])
        #expect(returned(try response(review)) == ["age_birth_year", "given_name"])
        let sealed = try review.answer(PresentationChoice(acceptingDefaultsOf: review))
        let verdict = Verifier(trust: try World.parties().issuerTrust()).verify(
            CredentialResponse(sealed: sealed.encoded), for: ClaimedSession(claimed: session), at: World.now)
        guard case .verified(let verified) = verdict else { Issue.record("refused"); return }
        #expect(verified.comparison.missing.isEmpty)
        #expect(verified.documents[0][.mobileDrivingLicence, "age_birth_year"]?.integer == 1994)
    }

    @Test(
        "What a table calls restricted goes to nobody who would keep it, be it by itself or in the place of what is kept; nor does the rest",
        arguments: [ReaderPolicy.trustedReaders, .anyReader])
    func restricted(_ policy: ReaderPolicy) throws {
        let tables = try ElementTables().adding(
            """
            namespace | org.iso.18013.5.1 | closed
            element | height | unsigned | O | restricted | Height | 身長 | 키 | Altura
            """)
        func reference(_ identifier: ElementIdentifier) -> ElementReference { ElementReference(.mobileDrivingLicence, identifier) }
        func document(_ elements: [ElementIdentifier], keeping kept: ElementIdentifier, info: DocRequestInfo? = nil) -> RequestedDocument {
            RequestedDocument(
                .mobileDrivingLicence, elements: elements.map { .init(reference($0), intentToRetain: $0 == kept) }, info: info)
        }
        func review(_ documents: RequestedDocument...) throws -> Set<String> {
            returned(try response(self.review(documents, policy: policy, tables: tables).review))
        }
        #expect(try review(document(["given_name", "height"], keeping: "given_name")) == ["given_name", "height"])
        #expect(throws: PresentationRefusal.retention(reference("height"))) { try review(document(["given_name", "height"], keeping: "height")) }
        #expect(throws: PresentationRefusal.retention(reference("height"))) {
            try review(document(["given_name"], keeping: "given_name"), document(["height"], keeping: "height"))
        }
        let info = DocRequestInfo(alternativeDataElements: [AlternativeDataElements(for: reference("age_over_40"), sets: [[reference("height")]])])
        #expect(try review(document(["age_over_40", "given_name"], keeping: "given_name", info: info)) == ["given_name", "height"])
        #expect(throws: PresentationRefusal.retention(reference("height"))) {
            try review(document(["age_over_40", "given_name"], keeping: "age_over_40", info: info))
        }
        let (kept, _) = try self.review([document(["height"], keeping: "height")], policy: policy)
        #expect(returned(try response(kept)) == ["height"], "the tables of this package do not call it that")
    }

    @Test("A document of another type, of another issuer or out of validity does not match")
    func noMatch() throws {
        #expect(throws: PresentationRefusal.noMatchingDocument) {
            try review([RequestedDocument("org.iso.23220.photoid.1", nameSpace: "org.iso.23220.1", elements: ["given_name_unicode"])])
        }
        let issuer = { (key: [UInt8]) in DocRequestInfo(issuerIdentifiers: [ByteSlice(key)]) }
        #expect(throws: PresentationRefusal.noMatchingDocument) { try review([licence(["given_name"], info: issuer([1, 2, 3]))]) }
        let root = try ParsedCertificate(ByteSlice(try World.parties().root.identity.derEncoded))
        _ = try review([licence(["given_name"], info: issuer(try #require(root.subjectKeyIdentifier)))])
    }

    @Test("A mandatory use case that cannot be served leaves the request unanswered; an alternative set serves it")
    func useCases() throws {
        let photoID = RequestedDocument("org.iso.23220.photoid.1", nameSpace: "org.iso.23220.1", elements: ["given_name_unicode"])
        let documents = [licence(["given_name"]), photoID]
        #expect(throws: PresentationRefusal.noMatchingDocument) {
            try review(documents, useCases: [UseCase(isMandatory: true, documentSets: [[0, 1]])])
        }
        let (either, _) = try review(documents, useCases: [UseCase(isMandatory: true, documentSets: [[1], [0]])])
        #expect(either.match.defaultDocRequests == [0])
        let (optional, _) = try review(
            documents, useCases: [UseCase(isMandatory: true, documentSets: [[0]]), UseCase(isMandatory: false, documentSets: [[1]])])
        #expect(optional.match.defaultDocRequests == [0])
    }

    @Test("A use case is answered whole or not at all, whoever makes the choice: by documents that have all of it, and by each part of a set")
    func wholeUseCases() throws {
        let documents = [licence(["given_name"]), licence(["family_name", "nickname"]), licence(["height"])]
        let mandatory = UseCase(isMandatory: true, documentSets: [[0]])
        func answered(_ useCases: [UseCase], by choice: [Int: Int]) throws -> Set<String> {
            returned(try response(try review(documents, useCases: useCases).review, PresentationChoice(documents: choice)))
        }
        let lacking = [mandatory, UseCase(isMandatory: false, documentSets: [[1]])]
        #expect(try answered(lacking, by: [0: 0]) == ["given_name"])
        #expect(throws: PresentationRefusal.invalidChoice) { try answered(lacking, by: [0: 0, 1: 0]) }
        let pair = [mandatory, UseCase(isMandatory: false, documentSets: [[0, 2]])]
        #expect(try answered(pair, by: [0: 0, 2: 0]) == ["given_name", "height"])
        #expect(throws: PresentationRefusal.invalidChoice) { try answered(pair, by: [2: 0]) }
        // Without use cases each document request is answered as far as it can be.
        #expect(try answered([], by: [0: 0, 1: 0]) == ["given_name", "family_name"])
    }

    @Test("An optional use case can be left out, and so can one of several document requests; a mandatory one cannot, and not all there is")
    func leftOut() throws {
        func answered(_ useCases: [UseCase], without left: Set<Int>) throws -> Set<Int> {
            let (review, _) = try review([licence(["given_name"]), licence(["family_name"])], useCases: useCases)
            return Set(try PresentationChoice(acceptingDefaultsOf: review, choosing: [:], leavingOut: left).documents.keys)
        }
        let optional = UseCase(isMandatory: false, documentSets: [[1]])
        for useCases in [[UseCase(isMandatory: true, documentSets: [[0]]), optional], []] {
            #expect(try answered(useCases, without: []) == [0, 1])
            #expect(try answered(useCases, without: [1]) == [0])
            #expect(throws: PresentationRefusal.invalidChoice) { try answered(useCases, without: [0, 1]) }
        }
        #expect(throws: PresentationRefusal.invalidChoice) {
            try answered([UseCase(isMandatory: true, documentSets: [[0]]), optional], without: [0])
        }
        // What a mandatory use case takes as well is answered all the same.
        #expect(try answered([UseCase(isMandatory: true, documentSets: [[0, 1]]), optional], without: [1]) == [0, 1])
    }

    @Test("What the owner keeps back stays back; a portrait cannot be kept back alone")
    func withheld() throws {
        let (review, session) = try review([licence(["given_name", "portrait", "height"])])
        let choice = PresentationChoice(documents: [0: 0], withheld: [ElementReference(.mobileDrivingLicence, "height")])
        #expect(returned(try response(review, choice)) == ["given_name", "portrait"])
        let sealed = try review.answer(choice)
        let verdict = Verifier(trust: try World.parties().issuerTrust()).verify(
            CredentialResponse(sealed: sealed.encoded), for: ClaimedSession(claimed: session), at: World.now)
        guard case .verified(let verified) = verdict else { Issue.record("refused"); return }
        #expect(verified.comparison.missing == [ElementReference(.mobileDrivingLicence, "height")])
        let withoutPortrait = PresentationChoice(documents: [0: 0], withheld: [ElementReference(.mobileDrivingLicence, "portrait")])
        #expect(throws: PresentationRefusal.portraitWithheld) { try review.answer(withoutPortrait) }
    }

    @Test("Over-shared elements are dropped and listed, and only retained ones may be kept")
    func overSharing() throws {
        let parties = try World.parties()
        let (session, _) = try parties.request(["given_name", "family_name"], retaining: ["given_name"])
        let held = try HeldDocument(issuerSigned: parties.licence, deviceKey: parties.deviceKey)
        let shared = ["given_name", "family_name", "birth_date", "resident_address"].map { ElementReference(.mobileDrivingLicence, ElementIdentifier(rawValue: $0)) }
        let bytes = try DeviceResponseWriter.encode(
            [PresentedDocument(document: held, released: shared)], transcript: session.transcript, readerKey: nil)
        let request = try DeviceRequest(try #require(session.deviceRequest.flatMap(Base64URL.decode)))
        let verdict = World.replayer(trust: try parties.issuerTrust()).verify(
            deviceResponse: bytes, transcript: session.transcript, request: request, at: World.now)
        guard case .verified(let verified) = verdict else { Issue.record("refused: \(verdict.report.failures)"); return }
        #expect(Set(verified.comparison.unrequested) == Set(shared[2...]))
        #expect(Set(verified.documents[0].issuerSigned.map(\.reference)) == Set(shared[..<2]))
        #expect(verified.documents[0].issuerSigned.filter(\.mayBeRetained).map(\.reference) == [shared[0]])
        let json = String(decoding: try JSONEncoder().encode(verdict.output), as: UTF8.self)
        #expect(!json.contains("Orbit Lane"))
    }

    @Test("A document answers only with the device key it was issued to")
    func otherDeviceKey() throws {
        let parties = try World.parties()
        #expect(throws: HeldDocumentError.otherDeviceKey) { try HeldDocument(issuerSigned: parties.licence, deviceKey: .generate(.p256)) }
        #expect(throws: HeldDocumentError.self) { try HeldDocument(issuerSigned: [0xa0], deviceKey: parties.deviceKey) }
    }

    private struct FailingKey: DeviceKey {
        let publicKey: COSEKey
        let failure: any Error

        var algorithm: COSEAlgorithm { .es256 }

        func signature(over message: [UInt8]) throws -> [UInt8] { throw failure }
    }

    @Test("Where a device key cannot sign, nothing is sent, and the refusal says what is wrong with the key")
    func failingDeviceKey() throws {
        let parties = try World.parties()
        func refusal(_ failure: any Error) throws -> PresentationRefusal? {
            let key = FailingKey(publicKey: parties.deviceKey.verificationKey.coseKey, failure: failure)
            let (review, _) = try review([licence(["given_name"])], held: [HeldDocument(issuerSigned: parties.licence, deviceKey: key)])
            return #expect(throws: PresentationRefusal.self) { _ = try review.answer(PresentationChoice(acceptingDefaultsOf: review)) }
        }
        let gone = DeviceKeyError.unavailable("the token was taken out")
        #expect(try refusal(gone) == .deviceKey(gone))
        #expect(try refusal(gone)?.code == "deviceKey.unavailable")
        #expect(try refusal(CancellationError()) == .cryptography)
    }

    @Test("A MAC proves the device in proximity, where the reader has a key, and nowhere else, in whichever form the document has the device's key", arguments: [false, true])
    func mac(isCompressed: Bool) throws {
        let (parties, presented, readerKey, transcript) = try World.macPresentment(isCompressed: isCompressed)
        let bytes = try DeviceResponseWriter.encode([presented], transcript: transcript, readerKey: readerKey.publicKey)
        let verifier = World.replayer(trust: try parties.issuerTrust())
        guard case .verified = verifier.verify(deviceResponse: bytes, transcript: transcript, readerKey: readerKey, at: World.now) else {
            Issue.record("refused")
            return
        }
        let other = verifier.verify(deviceResponse: bytes, transcript: transcript, readerKey: P256.KeyAgreement.PrivateKey(), at: World.now)
        #expect(RecordedExchange.failures(other.report) == ["device.authentication"])
        #expect(throws: PresentationRefusal.signatureUnavailable) {
            try DeviceResponseWriter.encode([presented], transcript: transcript, readerKey: nil)
        }
    }

    @Test("A MAC that the reader's key would verify is refused over the transcript of a page, and that is why")
    func macElsewhere() throws {
        let (parties, presented, readerKey, _) = try World.macPresentment()
        let transcript = SessionTranscript(.annexC(encryptionInfo: "x", origin: parties.origin))
        let bytes = try DeviceResponseWriter.encode([presented], transcript: transcript, readerKey: readerKey.publicKey)
        let verdict = World.replayer(trust: try parties.issuerTrust()).verify(
            deviceResponse: bytes, transcript: transcript, readerKey: readerKey, at: World.now)
        #expect(RecordedExchange.failures(verdict.report) == ["device.authentication"])
        #expect(verdict.report.failures.first?.reason?.contains("Annex C (dcapi) has none") == true)
    }

    @Test("A response that would be larger than the request accepts is not sent")
    func tooLarge() throws {
        let (review, _) = try review([licence(["given_name", "portrait"], info: DocRequestInfo(maximumResponseSize: 1000))])
        let refusal = #expect(throws: PresentationRefusal.self) { try review.answer(PresentationChoice(acceptingDefaultsOf: review)) }
        #expect(refusal?.code == "presentation.responseTooLarge")
    }
}
