import BrokerMessages
import CBOR
import COSE
import DocumentProvider
import DocumentTrust
import Foundation
import IdentityDocumentServices
import MobileDocument
import MobileDocumentTesting
import PresentmentRequest
import RelyingParty
import Testing
import VectorSupport

@Suite("What a provider has in hand while a person decides")
struct RequestContextTests {
    private struct ProviderFault: Error {}
    private static let response = ISO18013MobileDocumentResponse(responseData: Data([1, 2, 3]))

    private let scene: RequestScene
    private let data: Data
    private let partial: PartialRequest

    init() throws {
        scene = try RequestScene()
        data = Data(try scene.data(signers: [scene.reader()]))
        partial = try scene.partial(Array(data))
    }

    private var released: ReleasedRequest { ReleasedRequest(data: data, origin: scene.origin) }

    private func code(_ body: () async throws -> Void) async -> IdentityDocumentPresentmentError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? IdentityDocumentPresentmentError)?.code
        }
    }

    @Test("A provider is shown what is asked and by whom, in the shape it knows")
    func shape() throws {
        let useCases = [UseCase(isMandatory: true, documentSets: [[0], [1, 0]])]
        let partial = try scene.partial(
            scene.data([RequestScene.licence, RequestScene.photoID], useCases: useCases, signers: [scene.reader(.wholeRequestAndEachDocument)]))
        let context = ISO18013MobileDocumentRequestContext(partial, port: ScriptedPresentment(released))
        let request = context.request
        #expect(context.requestingWebsiteOrigin?.absoluteString == "https://rentals.example")
        #expect(request.presentmentRequests.map(\.isMandatory) == [true])
        let sets = request.presentmentRequests[0].documentRequestSets.map { $0.requests.map(\.documentType) }
        #expect(sets == [["org.iso.18013.5.1.mDL"], ["org.iso.23220.photoid.1", "org.iso.18013.5.1.mDL"]])
        let elements = request.presentmentRequests[0].documentRequestSets[0].requests[0].namespaces
        #expect(elements == ["org.iso.18013.5.1": ["family_name": .init(isRetaining: true), "age_over_21": .init(isRetaining: false)]])
        let certificates = request.requestAuthentications.map { $0.authenticationCertificateChain.map(SecCertificateCopyData) }
        #expect(certificates == Array(repeating: [Data(scene.parties.reader.derEncoded)], count: 3))
        // The whole request, and each of its documents alone.
        let covered = request.requestAuthentications.map { $0.documentRequests.map(\.documentType) }
        #expect(covered == [["org.iso.18013.5.1.mDL", "org.iso.23220.photoid.1"], ["org.iso.18013.5.1.mDL"], ["org.iso.23220.photoid.1"]])
        #expect(request.requestAuthentications[1].documentRequests[0].namespaces == elements)
    }

    @Test("A request as the website sent it prints its kind and size, and not by what its owner was verified")
    func redacted() {
        let raw = IdentityDocumentWebPresentmentRawRequest(requestType: .iso18013MobileDocument, requestData: Data("CANARY".utf8), enrolment: "CANARY")
        #expect("\(raw)" == "<iso18013MobileDocument, 6 bytes>")
        #expect(!printed(raw).contains("CANARY") && !printed(raw).contains("- 67\n"))
    }

    @Test("A provider's context has what is asked and who asks to show and two ways to end, and no other public member")
    func surface() async throws {
        let members = try await PublicSymbols.of("IdentityDocumentServices").members(of: "ISO18013MobileDocumentRequestContext")
        #expect(members == ["cancel()", "request", "requestingWebsiteOrigin", "sendResponse(_:)"])
    }

    /// A request of one document with everything in it that one can have.
    private func fullRequest() throws -> PresentationRequest.Data {
        let (asked, instead) = (ElementReference(.mobileDrivingLicence, "age_over_21"), ElementReference(.mobileDrivingLicence, "birth_date"))
        let information = DocRequestInfo(
            alternativeDataElements: [AlternativeDataElements(for: asked, sets: [[instead]])],
            issuerIdentifiers: [ByteSlice([UInt8](repeating: 0xA5, count: 20))])
        let licence = RequestedDocument(.mobileDrivingLicence, elements: [.init(asked, intentToRetain: true)], info: information)
        return try scene.request([licence], signers: [scene.reader(.wholeRequestAndEachDocument)])
    }

    @Test("All that is known before consent is texts, flags and positions; bytes are certificates, issuers' key identifiers and two digests alone")
    func held() throws {
        let partial = try scene.partial(RequestScene.json(fullRequest()))
        let places = Set(HeldValue.all(in: partial).map(\.place))
        #expect(
            places == [
                "origin: String", "documentRequests.documentType: String", "documentRequests.elements.reference.nameSpace: String",
                "documentRequests.elements.reference.identifier: String", "documentRequests.elements.isRetaining: Bool",
                "documentRequests.alternatives.requested.nameSpace: String", "documentRequests.alternatives.requested.identifier: String",
                "documentRequests.alternatives.sets.nameSpace: String", "documentRequests.alternatives.sets.identifier: String",
                "documentRequests.issuerKeyIdentifiers: Array<UInt8>", "presentments.isMandatory: Bool", "presentments.documentRequestSets: Int",
                "presentments.isUseCase: Bool", "authentications.coverage: Coverage", "authentications.coverage.documentRequest: Int",
                "authentications.certificateChain: Array<UInt8>", "deviceRequestDigest.bytes: Array<UInt8>",
                "encryptionInfoDigest.bytes: Array<UInt8>",
            ])
        let shown = ISO18013MobileDocumentRequestContext(partial, port: ScriptedPresentment(released)).request
        // The same of what is asked, and of what a signature covers.
        let documents = ["presentmentRequests.documentRequestSets.requests", "requestAuthentications.documentRequests"].flatMap { document in
            [
                "documentType: String", "namespaces: String", "namespaces.isRetaining: Bool", "issuerKeyIdentifiers: Data",
                "alternatives.requested.namespace: String", "alternatives.requested.identifier: String", "alternatives.sets.namespace: String",
                "alternatives.sets.identifier: String",
            ].map { "\(document).\($0)" }
        }
        let others = [
            "presentmentRequests.isMandatory: Bool", "requestAuthentications.authenticationCertificateChain.derRepresentation: Data",
            "requestingApp: Optional<RequestingAppInformation>",
        ]
        #expect(Set(HeldValue.all(in: shown).map(\.place)) == Set(documents + others))
    }

    /// 16 bytes in a row, from every place on, but where they are part of values that may be known.
    private static func windows(_ bytes: [UInt8], without known: [[UInt8]] = []) -> Set<[UInt8]> {
        var isKnown = [Bool](repeating: false, count: bytes.count)
        for value in known where !value.isEmpty {
            for start in stride(from: 0, through: bytes.count - value.count, by: 1) where bytes[start...].starts(with: value) {
                for place in start..<start + value.count { isKnown[place] = true }
            }
        }
        let starts = stride(from: 0, through: bytes.count - 16, by: 1).filter { start in !isKnown[start..<start + 16].contains(true) }
        return Set(starts.map { Array(bytes[$0..<$0 + 16]) })
    }

    @Test("What is sent to a provider before consent has no 16 bytes of the request, its nonce or its key in a row, but in what the request names")
    func sent() throws {
        let texts = try fullRequest()
        let partial = try scene.partial(RequestScene.json(texts))
        let before = RequestToPresent(request: partial, documentIdentifiers: [["one"]], locale: "en")
        let sent = Self.windows(ProviderCommand.present(before).encode())
        // Names of documents and elements, certificates and issuers' key identifiers: what there is to be shown.
        let named = HeldValue.all(in: partial).map(\.bytes)
        let deviceRequest = try #require(Base64URL.decode(texts.deviceRequest))
        let encryptionInfo = try #require(Base64URL.decode(texts.encryptionInfo))
        let information = try EncryptionInfo(encryptionInfo)
        let secrets = [
            deviceRequest, encryptionInfo, information.nonce.array, information.recipientKey.x.array, Array(texts.deviceRequest.utf8),
            Array(texts.encryptionInfo.utf8),
        ]
        for (index, secret) in secrets.enumerated() {
            let windows = Self.windows(secret, without: named)
            #expect(windows.isDisjoint(with: sent), "secret \(index)")
            // After consent they would be found.
            let after = ProviderCommand.released(ReleasedRequestData(data: secret, origin: scene.origin, enrolment: "owner"))
            #expect(!windows.isEmpty && windows.isSubset(of: Self.windows(after.encode())), "secret \(index)")
        }
    }

    @Test("A provider is shown what may be given in place of what is asked, and what may leave is on the screen")
    func alternatives() throws {
        let (asked, instead) = (ElementReference(.mobileDrivingLicence, "age_over_21"), ElementReference(.mobileDrivingLicence, "birth_date"))
        let information = DocRequestInfo(alternativeDataElements: [AlternativeDataElements(for: asked, sets: [[instead]])])
        let licence = RequestedDocument(
            .mobileDrivingLicence, elements: [.init(asked, intentToRetain: false)], info: information)
        let partial = try scene.partial(scene.data([licence], signers: [scene.reader()]))
        let request = ISO18013MobileDocumentRequestContext(partial, port: ScriptedPresentment(released)).request
        let document = request.presentmentRequests[0].documentRequestSets[0].requests[0]
        let nameSpace = "org.iso.18013.5.1"
        let expected = ISO18013MobileDocumentRequest.Alternative(
            requested: .init(namespace: nameSpace, identifier: "age_over_21"), sets: [[.init(namespace: nameSpace, identifier: "birth_date")]])
        #expect(document.alternatives == [expected])
    }

    @Test("Nothing is released before an answer is made, and the response arrives as it was made")
    func answer() async throws {
        let port = ScriptedPresentment(released)
        let context = ISO18013MobileDocumentRequestContext(partial, port: port)
        #expect(port.record.releases == 0)
        try await context.sendResponse { rawRequest in
            #expect(rawRequest.requestType == .iso18013MobileDocument)
            #expect(rawRequest.requestData == data)
            return Self.response
        }
        #expect(port.record.delivered == [Self.response.responseData])
        #expect(port.record.releases == 1)
        #expect(port.record.endings.isEmpty)
    }

    @Test("The request is empty when the closure has ended, well or not", arguments: [false, true])
    func emptied(fails: Bool) async throws {
        let context = ISO18013MobileDocumentRequestContext(partial, port: ScriptedPresentment(released))
        var kept: IdentityDocumentWebPresentmentRawRequest?
        try? await context.sendResponse { rawRequest in
            kept = rawRequest
            if fails { throw ProviderFault() }
            return Self.response
        }
        #expect(try #require(kept).requestData.isEmpty)
    }

    @Test("A provider that throws sends nothing, and the person can try again")
    func retry() async throws {
        let port = ScriptedPresentment(released)
        let context = ISO18013MobileDocumentRequestContext(partial, port: port)
        await #expect(throws: ProviderFault.self) { try await context.sendResponse { _ in throw ProviderFault() } }
        #expect(await code { try await context.sendResponse { _ in ISO18013MobileDocumentResponse(responseData: Data()) } } == .unknown)
        #expect(port.record.delivered.isEmpty)
        try await context.sendResponse { _ in Self.response }
        #expect(port.record.delivered.count == 1)
    }

    @Test("A response longer than a broker takes is refused by its own code before anything is sent, and the person can try again")
    func longResponse() async throws {
        let port = ScriptedPresentment(released)
        let context = ISO18013MobileDocumentRequestContext(partial, port: port)
        let error = await #expect(throws: IdentityDocumentPresentmentError.self) {
            try await context.sendResponse { _ in ISO18013MobileDocumentResponse(responseData: Data(count: MessageBounds.response + 1)) }
        }
        #expect(error?.reason == "provider.responseTooLong")
        #expect(port.record.delivered.isEmpty)
        try await context.sendResponse { _ in ISO18013MobileDocumentResponse(responseData: Data(count: MessageBounds.response)) }
        #expect(port.record.delivered.map(\.count) == [MessageBounds.response])
    }

    @Test("An answer is sent once, however often the button is pressed")
    func once() async throws {
        let port = ScriptedPresentment(released)
        let context = ISO18013MobileDocumentRequestContext(partial, port: port)
        try await context.sendResponse { _ in
            // Pressed again while the first answer is being made.
            #expect(await code { try await context.sendResponse { _ in Self.response } } == .requestInProgress)
            return Self.response
        }
        #expect(await code { try await context.sendResponse { _ in Self.response } } == .requestInProgress)
        #expect(port.record.delivered.count == 1)
    }

    @Test("An answer that fails on its way is not made again")
    func delivery() async throws {
        let port = ScriptedPresentment(released, deliveryFails: true)
        let context = ISO18013MobileDocumentRequestContext(partial, port: port)
        #expect(await code { try await context.sendResponse { _ in Self.response } } == .unknown)
        #expect(await code { try await context.sendResponse { _ in Self.response } } == .requestInProgress)
        #expect(port.record.delivered.count == 1)
    }

    @Test("Declining ends the request once, and nothing is released after it")
    func cancel() async throws {
        let port = ScriptedPresentment(released)
        let context = ISO18013MobileDocumentRequestContext(partial, port: port)
        context.cancel()
        context.cancel()
        #expect(await code { try await context.sendResponse { _ in Self.response } } == .cancelled)
        while port.record.endings.isEmpty { await Task.yield() }
        #expect(port.record.endings == [.cancelled])
        #expect(port.record.releases == 0)
    }

    @Test("Declining while an answer is made empties the request and sends nothing")
    func cancelDuringAnswer() async throws {
        let port = ScriptedPresentment(released)
        let context = ISO18013MobileDocumentRequestContext(partial, port: port)
        let outcome = await code {
            try await context.sendResponse { rawRequest in
                context.cancel()
                #expect(rawRequest.requestData.isEmpty)
                return Self.response
            }
        }
        #expect(outcome == .cancelled)
        #expect(port.record.delivered.isEmpty)
    }

    @Test("Declining after the answer was sent changes nothing")
    func cancelAfterAnswer() async throws {
        let port = ScriptedPresentment(released)
        let context = ISO18013MobileDocumentRequestContext(partial, port: port)
        try await context.sendResponse { _ in Self.response }
        context.cancel()
        #expect(port.record.endings.isEmpty)
    }

    /// What a user agent releases in place of the request that was shown, and the name under which it is refused.
    static let swaps: [(name: String, code: String, swap: @Sendable (RequestScene) throws -> ReleasedRequest)] = [
        ("one more element", "mismatch.addedElement", { try Self.released($0, elements: ["family_name", "age_over_21", "portrait"], retaining: ["family_name"]) }),
        ("another retention flag", "mismatch.retention", { try Self.released($0, elements: ["family_name", "age_over_21"], retaining: ["age_over_21"]) }),
        ("another document type", "mismatch.documentType", { try Self.released($0, docType: "other", elements: ["family_name", "age_over_21"], retaining: ["family_name"]) }),
        ("a dropped document", "mismatch.documentRequestCount", { ReleasedRequest(data: Data(try $0.data([RequestScene.licence, RequestScene.photoID], signers: [$0.reader()])), origin: $0.origin) }),
        ("another certificate", "mismatch.certificates", { ReleasedRequest(data: Data(try $0.data(signers: [$0.otherReader()])), origin: $0.origin) }),
        ("a signature that does not verify", "mismatch.refused", { ReleasedRequest(data: Data(try $0.data(signers: [$0.impostor()])), origin: $0.origin) }),
        ("another page", "mismatch.origin", { ReleasedRequest(data: Data(try $0.data(signers: [$0.reader()])), origin: "https://other.example") }),
        ("another key to answer to", "mismatch.encryptionInfo", { ReleasedRequest(data: Data(try $0.data(signers: [$0.reader()], otherNonce: true)), origin: $0.origin) }),
        ("nothing", "mismatch.refused", { ReleasedRequest(data: Data(), origin: $0.origin) }),
    ]

    private static func released(
        _ scene: RequestScene, docType: DocType = .mobileDrivingLicence, elements: [ElementIdentifier], retaining: Set<ElementIdentifier>
    ) throws -> ReleasedRequest {
        let document = RequestedDocument(docType, nameSpace: .mobileDrivingLicence, elements: elements, retaining: retaining)
        return ReleasedRequest(data: Data(try scene.data([document], signers: [scene.reader()])), origin: scene.origin)
    }

    @Test("A user agent that swaps the request is refused by name, before the provider sees a byte of it", arguments: swaps.indices)
    func swapped(_ index: Int) async throws {
        let (name, code, swap) = Self.swaps[index]
        let port = ScriptedPresentment(try swap(scene))
        let context = ISO18013MobileDocumentRequestContext(partial, port: port)
        var wasCalled = false
        let outcome = await self.code {
            try await context.sendResponse { _ in
                wasCalled = true
                return Self.response
            }
        }
        #expect(outcome == .invalidRequest, "\(name)")
        #expect(!wasCalled)
        #expect(port.record.endings == [.refused(code: code)], "\(name)")
        #expect(port.record.delivered.isEmpty)
        // That was the end of it.
        #expect(await self.code { try await context.sendResponse { _ in Self.response } } == .requestInProgress)
    }

    @Test("The validator gives what a provider is shown, and names what is wrong")
    func validator() throws {
        let validator = IdentityDocumentWebPresentmentRawRequestValidator()
        let origin = try #require(URL(string: "https://rentals.example/"))
        let shown = ISO18013MobileDocumentRequestContext(partial, port: ScriptedPresentment(released)).request
        #expect(try validator.validateISO18013MobileDocumentRequest(data, origin: origin) == shown)
        do {
            _ = try validator.validateISO18013MobileDocumentRequest(Data("{}".utf8), origin: origin)
            Issue.record("nothing is valid")
        } catch IdentityDocumentPresentmentError.invalidRequest {
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test("A wallet answers through the context, and the website can verify the answer")
    func wholeWay() async throws {
        let parties = scene.parties
        let (session, request) = try parties.request(["family_name", "age_over_21"], retaining: ["family_name"])
        let data = RequestScene.json(request.data)
        let port = ScriptedPresentment(ReleasedRequest(data: Data(data), origin: scene.origin))
        let context = ISO18013MobileDocumentRequestContext(try scene.partial(data), port: port)
        try await context.sendResponse { rawRequest in
            let texts = try JSONDecoder().decode(PresentationRequest.Data.self, from: rawRequest.requestData)
            let presented = try PresentedRequest(
                deviceRequest: texts.deviceRequest, encryptionInfo: texts.encryptionInfo, origin: parties.origin)
            let review = try parties.holder().review(presented, at: parties.now)
            let answer = try review.answer(PresentationChoice(acceptingDefaultsOf: review))
            return ISO18013MobileDocumentResponse(responseData: Data(answer.encoded))
        }
        let delivered = try #require(port.record.delivered.first)
        let verifier = try Verifier(trust: parties.issuerTrust(), profile: ISOProfile(), mode: .development)
        let store = InMemorySessionStore()
        await store.insert(session, id: SessionIdentifier(rawValue: "one"))
        guard let claimed = await store.claim(SessionIdentifier(rawValue: "one"), at: parties.now),
            case .verified(let verified) = verifier.verify(CredentialResponse(sealed: Array(delivered)), for: claimed, at: parties.now)
        else {
            Issue.record("the answer is not verified")
            return
        }
        #expect(verified.documents[0].issuerSigned.count == 2)
    }
}
