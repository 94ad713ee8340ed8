import CBOR
import COSE
import Crypto
import DocumentProvider
import DocumentTrust
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing
import X509

@Suite("Requests")
struct RequestTests {
    private let demo: [ElementIdentifier] = ["given_name", "family_name", "age_over_21", "portrait", "driving_privileges"]

    private func decoded(_ request: PresentationRequest) throws -> (DeviceRequest, EncryptionInfo) {
        (
            try DeviceRequest(try #require(Base64URL.decode(request.data.deviceRequest))), try EncryptionInfo(text: request.data.encryptionInfo)
        )
    }

    @Test("The demo's request decodes to exactly its elements and retention")
    func demoRequest() throws {
        let (_, request) = try World.parties().request(demo, retaining: ["given_name"])
        #expect(request.protocol == "org-iso-mdoc")
        let (device, _) = try decoded(request)
        #expect(device.docRequests.count == 1)
        let items = device.docRequests[0].itemsRequest
        #expect(items.docType.rawValue == "org.iso.18013.5.1.mDL")
        let expected = Set(demo.map { ItemsRequest.Element(ElementReference("org.iso.18013.5.1", $0), intentToRetain: $0 == "given_name") })
        #expect(Set(items.elements) == expected)
    }

    @Test("Encryption information holds exactly a nonce of 16 bytes and a key on the curve")
    func encryptionInfo() throws {
        let (session, request) = try World.parties().request(demo)
        let value = try CBORItem(try #require(Base64URL.decode(request.data.encryptionInfo))[...]).value()
        guard case .array(let parts) = value, parts.count == 2, parts[0] == .text("dcapi"), case .map(let members) = parts[1] else {
            Issue.record("not [dcapi, {...}]")
            return
        }
        #expect(members.map(\.key) == [.text("nonce"), .text("recipientPublicKey")])
        let (_, info) = try decoded(request)
        #expect(info.nonce.count == 16)
        #expect(try info.recipientKey.keyAgreementKey().rawRepresentation == session.recipientKey.publicKey.rawRepresentation)
    }

    @Test("What is sent is deterministic CBOR: written again from a tree, the bytes are the same")
    func deterministic() throws {
        let (_, request) = try World.parties().request(demo)
        for text in [request.data.deviceRequest, request.data.encryptionInfo] {
            let bytes = try #require(Base64URL.decode(text))
            #expect(try CBORItem(bytes[...]).value().encoded == bytes)
            #expect(!text.contains("="))
        }
    }

    @Test("Single, both mandatory, either-or: the intended document sets come out")
    func documentSets() throws {
        let parties = try World.parties()
        let licence = RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: ["given_name"])
        let photoID = RequestedDocument("org.iso.23220.photoid.1", nameSpace: "org.iso.23220.1", elements: ["given_name_unicode"])
        for sets in [[[0]], [[0, 1]], [[0], [1]]] {
            let useCase = UseCase(isMandatory: true, documentSets: sets, purposeHints: [UseCase.isoController: 1])
            let builder = try RequestBuilder(documents: [licence, photoID], useCases: [useCase], signers: [parties.readerSigner()])
            let (device, _) = try decoded(builder.build(for: parties.origin, expiresAt: World.now).request)
            #expect(device.version == "1.1")
            #expect(device.useCases == [useCase])
        }
    }

    @Test("An unsigned request is version 1.0 and answered only by wallets that ask for no signer")
    func unsigned() throws {
        let parties = try World.parties()
        let (session, request) = try RequestBuilder(
            documents: [RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: demo)]
        ).build(for: parties.origin, expiresAt: World.now.advanced(bySeconds: 60))
        let (device, _) = try decoded(request)
        #expect(device.version == "1.0")
        #expect(device.readerAuthAll.isEmpty)
        #expect(throws: PresentationRefusal.untrustedReader) { try parties.answer(request) }
        let result = Verifier(trust: try parties.issuerTrust()).verify(
            try parties.answer(request, policy: .anyReader), for: ClaimedSession(claimed: session), at: World.now)
        guard case .verified = result else { Issue.record("refused: \(result.report.failures)"); return }
    }

    @Test("Signing appends to readerAuthAll and leaves the document requests' bytes unchanged")
    func signingAppends() throws {
        let parties = try World.parties()
        let document = RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: demo)
        var items: [EmbeddedCBOR] = []
        for count in 0...3 {
            let signers = (0..<count).map { _ in parties.readerSigner() }
            let (device, _) = try decoded(RequestBuilder(documents: [document], signers: signers).build(for: parties.origin, expiresAt: World.now).request)
            #expect(device.readerAuthAll.count == count)
            items.append(device.docRequests[0].encodedItemsRequest)
        }
        #expect(Set(items).count == 1)
    }

    @Test("Two signers for two wallets: each trusts its own, and without it does not answer")
    func twoWallets() throws {
        let parties = try World.parties()
        let begin = World.now.advanced(byDays: -1)
        let local = try ReaderAuthority.make(name: AuthorityName(country: "UT", commonName: "Local Reader CA"), notBefore: begin)
        let localReader = try local.issueReaderCertificate(name: AuthorityName(country: "UT", commonName: "rentals.example"), notBefore: begin)
        let localSigner = ReaderSigner(name: "local", chain: [localReader.derEncoded], key: localReader.signingKey)
        let localTrust = ReaderTrustList([TrustAnchor(try ParsedCertificate(ByteSlice(local.identity.derEncoded)), provenance: "local")])
        let held = try HeldDocument(issuerSigned: parties.licence, deviceKey: parties.deviceKey)
        let wallets = [
            Holder(documents: [held], readerTrust: try parties.readerTrust(), policy: .trustedReaders),
            Holder(documents: [held], readerTrust: localTrust, policy: .trustedReaders),
        ]
        func answers(_ signers: [ReaderSigner]) throws -> [Bool] {
            let document = RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: demo)
            let (session, request) = try RequestBuilder(documents: [document], signers: signers).build(
                for: parties.origin, expiresAt: World.now.advanced(bySeconds: 60))
            let presented = try PresentedRequest(
                deviceRequest: request.data.deviceRequest, encryptionInfo: request.data.encryptionInfo, origin: parties.origin)
            return try wallets.map { wallet in
                guard let review = try? wallet.review(presented, at: World.now) else { return false }
                let sealed = try review.answer(PresentationChoice(acceptingDefaultsOf: review))
                let result = Verifier(trust: try parties.issuerTrust()).verify(
                    CredentialResponse(sealed: sealed.encoded), for: ClaimedSession(claimed: session), at: World.now)
                guard case .verified = result else { return false }
                return true
            }
        }
        #expect(try answers([parties.readerSigner(), localSigner]) == [true, true])
        #expect(try answers([parties.readerSigner()]) == [true, false])
        #expect(try answers([localSigner]) == [false, true])
        #expect(try answers([parties.readerSigner(), localSigner, parties.readerSigner()]) == [true, true])
    }

    @Test("A signature over one of two document requests serves that one: the wallet answers the other to nobody", arguments: [0, 1])
    func coveredRequest(_ signed: Int) throws {
        let parties = try World.parties()
        let (_, request) = try parties.request(demo)
        let transcript = SessionTranscript(.annexC(encryptionInfo: request.data.encryptionInfo, origin: parties.origin))
        let asked: [ElementIdentifier] = ["given_name", "family_name"]
        let items = asked.map { identifier in
            let element = ItemsRequest.Element(ElementReference(.mobileDrivingLicence, identifier), intentToRetain: false)
            return DeviceRequest.encodeItems(ItemsRequest(docType: .mobileDrivingLicence, elements: [element]))
        }
        let signature = try COSESign1.encode(
            signing: ReaderAuthentication.bytes(transcript: transcript, items: items[signed]), isDetached: true,
            chain: [parties.reader.derEncoded], with: parties.reader.signingKey)
        let parts: [(items: EmbeddedCBOR, readerAuth: [UInt8]?)] = items.indices.map {
            (items: items[$0], readerAuth: $0 == signed ? signature : nil)
        }
        let presented = try PresentedRequest(
            deviceRequest: Base64URL.encode(DeviceRequest.encode(items: parts, info: nil, readerAuthAll: [])),
            encryptionInfo: request.data.encryptionInfo, origin: parties.origin)
        let review = try parties.holder().review(presented, at: World.now)
        #expect(review.match.defaultDocRequests == [signed], "the wallet has a document for both")
        #expect(review.readers.signatures(covering: signed).map(\.outcome) == [.trusted])
        #expect(review.readers.signatures(covering: 1 - signed).isEmpty)
        #expect(PresentationChoice(acceptingDefaultsOf: review).documents == [signed: 0])
        let other = PresentationChoice(documents: [1 - signed: 0])
        #expect(throws: PresentationRefusal.invalidChoice) { try review.answer(other) }
    }

    @Test("A signature for each document stands beside the one for all, and each verifies")
    func perDocument() throws {
        let parties = try World.parties()
        let document = RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: demo)
        let (_, request) = try RequestBuilder(documents: [document], signers: [parties.readerSigner(.wholeRequestAndEachDocument)]).build(
            for: parties.origin, expiresAt: World.now)
        let (device, _) = try decoded(request)
        let transcript = SessionTranscript(.annexC(encryptionInfo: request.data.encryptionInfo, origin: parties.origin))
        let result = ReaderAuthenticationVerification.verify(device, transcript: transcript, trust: try parties.readerTrust(), at: World.now)
        #expect(result.signatures.map(\.coverage) == [.all(0), .docRequest(0)])
        #expect(result.signatures.map(\.outcome) == [.trusted, .trusted])
    }

    @Test("A page on another origin that replays a request is refused: its signatures belong elsewhere")
    func replayedElsewhere() throws {
        let parties = try World.parties()
        let (_, request) = try parties.request(demo)
        let presented = try PresentedRequest(
            deviceRequest: request.data.deviceRequest, encryptionInfo: request.data.encryptionInfo, origin: try Origin("https://rental.example"))
        #expect(throws: PresentationRefusal.invalidReaderSignatures) { try parties.holder().review(presented, at: World.now) }
        #expect(throws: PresentationRefusal.invalidReaderSignatures) { try parties.holder(policy: .anyReader).review(presented, at: World.now) }
    }

    // DER of a few short members, by hand.
    private static func sequence(_ members: [UInt8]...) -> [UInt8] {
        let content = members.flatMap { $0 }
        return [0x30, UInt8(content.count)] + content
    }
    private static func text(_ text: String) -> [UInt8] { [0x0C, UInt8(text.utf8.count)] + Array(text.utf8) }

    /// What a reader's certificate says of its holder, or what nobody here understands, where that is the flaw.
    private static func details(_ flaw: String) throws -> [Certificate.Extension] {
        switch flaw {
        case "critical": return [Certificate.Extension(oid: [2, 25, 1], critical: true, value: [0x05, 0x00])]
        case "words": return [Certificate.Extension(oid: ReaderCertificateExtension.registration, critical: false, value: [0x05, 0x00])]
        case "host": return [try Certificate.Extension(SubjectAlternativeNames([GeneralName.dnsName("other.example")]), critical: false)]
        case "grant":
            let nameSpace = sequence(text(NameSpace.mobileDrivingLicence.rawValue), sequence(text("family_name")))
            let grant = sequence(sequence(text(DocType.mobileDrivingLicence.rawValue), sequence(nameSpace)))
            return [Certificate.Extension(oid: ReaderCertificateExtension.allowedElements, critical: false, value: grant[...])]
        default: return []
        }
    }

    /// The list of the reader's authority, where that is the flaw.
    private static func revocationLists(_ flaw: String, _ root: ParsedCertificate, _ key: P256.Signing.PrivateKey) throws -> [RevocationList] {
        var list = RevocationTests.ListMaker(issuer: root.certificate.subject)
        switch flaw {
        case "revoked": list.serials = [[1, 2, 3, 4, 5, 6, 7, 8]]
        case "ended list": list.nextUpdate = World.now
        case "old list": list.thisUpdate = World.now.advanced(byDays: -3)
        case "future list": list.thisUpdate = World.now.advanced(byDays: 1)
        default: return []
        }
        return [try RevocationList(list.make(with: key), issuedBy: TrustAnchor(root, provenance: "test"))]
    }

    @Test("A reader's certificate is checked in every respect, and each defect has its own name", arguments: [
        ("good", .trusted, []), ("expired", .untrusted, ["reader.validity"]), ("purpose", .untrusted, ["reader.extendedKeyUsage"]),
        ("critical", .untrusted, ["reader.extendedKeyUsage"]), ("usage", .untrusted, ["reader.keyUsage"]), ("authority", .untrusted, ["reader.keyUsage"]), ("root", .untrusted, ["reader.path"]), ("other key", .invalid, ["reader.signature"]),
        ("no certificate", .invalid, ["reader.certificate"]), ("garbage", .invalid, ["reader.certificate"]), ("unsupported", .untrusted, ["reader.signature"]),
        ("words", .untrusted, ["reader.details"]), ("host", .untrusted, ["reader.domain"]), ("grant", .untrusted, ["reader.elements"]),
        ("revoked", .untrusted, ["reader.revocation"]), ("ended list", .untrusted, ["reader.revocation"]), ("old list", .untrusted, ["reader.revocation"]),
        ("future list", .untrusted, ["reader.revocation"]), ("other thumbprint", .invalid, ["reader.signature"]), ("own thumbprint", .trusted, []),
    ] as [(String, ReaderSignature.Outcome, [String])])
    func readerDefects(_ flaw: String, _ outcome: ReaderSignature.Outcome, _ failures: [String]) throws {
        let (rootKey, key) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
        let root = try CertificateMaker.authority("CN=Reader CA,C=UT").make(key: rootKey)
        var maker = CertificateMaker(subject: "CN=rentals.example,C=UT", extendedKeyUsage: [[1, 0, 18013, 5, 1, 6]])
        if flaw == "expired" { maker.notAfter = World.now.advanced(byDays: -1) }
        if flaw == "purpose" { maker.extendedKeyUsage = [[1, 0, 18013, 5, 1, 2]] }
        if flaw == "usage" { maker.keyUsage = KeyUsage(keyAgreement: true) }
        if flaw == "authority" { maker.isAuthority = true }
        maker.otherExtensions = try Self.details(flaw)
        let leaf = try maker.make(key: key, issuer: "CN=Reader CA,C=UT", issuerKey: rootKey)
        let origin = try Origin("https://rentals.example")
        let transcript = SessionTranscript(.annexC(encryptionInfo: "x", origin: origin))
        let items = DeviceRequest.encodeItems(
            ItemsRequest(docType: .mobileDrivingLicence, elements: [.init(ElementReference(.mobileDrivingLicence, "given_name"), intentToRetain: false)]))
        let content = ReaderAuthentication.allBytes(transcript: transcript, items: [items], info: nil)
        let chain: [[UInt8]] = flaw == "no certificate" ? [] : flaw == "garbage" ? [[0x30]] : [leaf.encoded.array]
        var signature = try COSESign1.encode(
            signing: content, isDetached: true, chain: chain, with: SigningKey.p256(flaw == "other key" ? P256.Signing.PrivateKey() : key))
        if flaw.hasSuffix("thumbprint") {
            signature = try COSESign1.encode(
                signing: content, isDetached: true, certificate: leaf.encoded.array,
                thumbprint: flaw == "own thumbprint" ? leaf.fingerprint : [UInt8](repeating: 1, count: 32), with: SigningKey.p256(key))
        }
        if flaw == "unsupported" { signature = AlteredResponse.replacing([0x43, 0xa1, 0x01, 0x26], with: [0x44, 0xa1, 0x01, 0x38, 0x34], in: signature) }
        let request = try DeviceRequest(DeviceRequest.encode(items: [(items, nil)], info: nil, readerAuthAll: [signature]))
        let trust = ReaderTrustList(
            flaw == "root" ? [] : [TrustAnchor(root, provenance: "test")], revocationLists: try Self.revocationLists(flaw, root, rootKey))
        let result = ReaderAuthenticationVerification.verify(request, transcript: transcript, trust: trust, origin: origin, at: World.now)
        #expect(result.signatures.map(\.outcome) == [outcome])
        #expect(RecordedExchange.failures(result.signatures[0].report) == failures)
        #expect(World.unsaid(of: "reader.", in: result.signatures[0].report) == [], "what was not looked at says so")
        let isVerified = !failures.contains("reader.signature") && !failures.contains("reader.certificate")
        #expect((result.signatures[0].certificate != nil) == isVerified, "nobody's name beside a signature that was not verified")
        #expect(result.signatures(covering: 0).isEmpty != isVerified)
        #expect(result.isRefused == (outcome == .invalid))
        let unnamed = ReaderAuthenticationVerification.verify(request, transcript: transcript, trust: trust, at: World.now)
        #expect(unnamed.signatures[0].report == result.signatures[0].report, "the transcript names the page, too")
    }

    @Test("An insecure origin is refused, this machine's loopback is not")
    func insecureOrigin() throws {
        let (_, request) = try World.parties().request(demo)
        func present(_ origin: String) throws {
            _ = try PresentedRequest(
                deviceRequest: request.data.deviceRequest, encryptionInfo: request.data.encryptionInfo, origin: try Origin(origin))
        }
        #expect(throws: PresentedRequestError.insecureOrigin("http://rentals.example")) { try present("http://rentals.example") }
        try present("http://localhost:8080")
        try present("http://127.0.0.1")
    }

    private struct FailingSigner: COSESigner {
        struct Failure: Error, CustomStringConvertible {
            let description = "the token was taken out"
        }

        var algorithm: COSEAlgorithm { .es256 }

        func signature(over message: [UInt8]) throws -> [UInt8] { throw Failure() }
    }

    @Test("Where a signer fails, the error says which, and what the signer says")
    func failingSigner() throws {
        let parties = try World.parties()
        let licence = RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: demo)
        let signer = ReaderSigner(name: "module", chain: [parties.reader.derEncoded], key: FailingSigner())
        let builder = try RequestBuilder(documents: [licence], signers: [signer])
        #expect(throws: RequestError.signing("module", reason: "the token was taken out")) {
            _ = try builder.build(for: parties.origin, expiresAt: World.now)
        }
    }

    @Test("Requests that make no sense are not built")
    func senseless() throws {
        let licence = RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: demo)
        #expect(throws: RequestError.noDocuments) { try RequestBuilder(documents: []) }
        #expect(throws: RequestError.noElements(docType: "org.iso.18013.5.1.mDL")) {
            try RequestBuilder(documents: [RequestedDocument(.mobileDrivingLicence, elements: [])])
        }
        #expect(throws: RequestError.tooManyAges(docType: "org.iso.18013.5.1.mDL")) {
            try RequestBuilder(documents: [
                RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: ["age_over_18", "age_over_21", "age_over_65"])
            ])
        }
        #expect(throws: RequestError.repeatedElement("org.iso.18013.5.1/portrait")) {
            try RequestBuilder(documents: [
                RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: ["portrait", "portrait"])
            ])
        }
        #expect(throws: RequestError.forbiddenElement("org.iso.18013.5.1/oidc_info")) {
            try RequestBuilder(documents: [
                RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: ["portrait", "oidc_info"])
            ])
        }
        #expect(throws: RequestError.tooMany("document requests", most: 16)) { try RequestBuilder(documents: Array(repeating: licence, count: 17)) }
        #expect(throws: RequestError.tooMany("use cases", most: 16)) {
            try RequestBuilder(documents: [licence], useCases: Array(repeating: UseCase(isMandatory: true, documentSets: [[0]]), count: 17))
        }
        #expect(throws: RequestError.tooMany("signatures", most: 16)) {
            let signer = try World.parties().readerSigner(.wholeRequest)
            _ = try RequestBuilder(documents: [licence], signers: Array(repeating: signer, count: 17))
        }
        for name in ["", String(repeating: "n", count: 257)] {
            #expect(throws: RequestError.identifier(name)) {
                try RequestBuilder(documents: [RequestedDocument(DocType(rawValue: name), elements: licence.elements)])
            }
            #expect(throws: RequestError.identifier(name)) {
                try RequestBuilder(documents: [
                    RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: [ElementIdentifier(rawValue: name)])
                ])
            }
        }
        for sets in [[], [[]]] as [[[Int]]] {
            #expect(throws: RequestError.emptySet("use case 0")) {
                try RequestBuilder(documents: [licence], useCases: [UseCase(isMandatory: true, documentSets: sets)])
            }
        }
        #expect(throws: RequestError.emptySet("what may be returned in place of org.iso.18013.5.1/given_name")) {
            let alternative = AlternativeDataElements(for: ElementReference(.mobileDrivingLicence, "given_name"), sets: [[]])
            _ = try RequestBuilder(documents: [
                RequestedDocument(
                    .mobileDrivingLicence, elements: [.init(ElementReference(.mobileDrivingLicence, "given_name"), intentToRetain: false)],
                    info: DocRequestInfo(alternativeDataElements: [alternative]))
            ])
        }
        #expect(throws: RequestError.documentSet(1)) {
            try RequestBuilder(documents: [licence], useCases: [UseCase(isMandatory: true, documentSets: [[1]])])
        }
        #expect(throws: RequestError.severalDocumentSigners) {
            let signer = try World.parties().readerSigner(.wholeRequestAndEachDocument)
            _ = try RequestBuilder(documents: [licence], signers: [signer, signer])
        }
        #expect(throws: RequestError.alternativeWithoutElement("org.iso.18013.5.1/age_over_65")) {
            let alternative = AlternativeDataElements(
                for: ElementReference(.mobileDrivingLicence, "age_over_65"), sets: [[ElementReference(.mobileDrivingLicence, "birth_date")]])
            _ = try RequestBuilder(documents: [
                RequestedDocument(.mobileDrivingLicence, elements: licence.elements, info: DocRequestInfo(alternativeDataElements: [alternative]))
            ])
        }
    }
}
