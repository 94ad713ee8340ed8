import CBOR
import COSE
import Crypto
import DocumentProvider
import DocumentTrust
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing
import X509

@testable import IssuingAuthority

@Suite("Looking a request over")
struct RequestLintTests {
    private static let useCase = UseCase(isMandatory: true, documentSets: [[0]])

    private func findings(
        _ elements: [ElementIdentifier], documents: Int = 1, useCases: [UseCase] = [RequestLintTests.useCase], isSigned: Bool = true,
        origin: Origin? = nil, at time: Instant = World.now, change: (inout (request: String, info: String)) -> Void = { _ in }
    ) throws -> [RequestLintRule: CheckOutcome] {
        let parties = try World.parties()
        let document = RequestedDocument(
            .mobileDrivingLicence, elements: elements.map { .init(ElementReference(.mobileDrivingLicence, $0), intentToRetain: false) })
        let builder = try RequestBuilder(
            documents: Array(repeating: document, count: documents), useCases: useCases, signers: isSigned ? [parties.readerSigner()] : [])
        let (_, request) = try builder.build(for: parties.origin, expiresAt: World.now.advanced(bySeconds: 60))
        var texts = (request: request.data.deviceRequest, info: request.data.encryptionInfo)
        change(&texts)
        let findings = RequestLint(origin: origin ?? parties.origin, at: time).check(deviceRequest: texts.request, encryptionInfo: texts.info)
        #expect(Set(findings.map(\.rule)) == Set(RequestLintRule.allCases), "every rule is judged")
        #expect(findings.allSatisfy { ($0.outcome == .passed) == ($0.reason == nil) })
        #expect(findings.allSatisfy { [.failed, .warning].contains($0.outcome) == ($0.remedy != nil) })
        return Dictionary(findings.map { ($0.rule, $0.outcome) }) { first, _ in first }
    }

    private func faults(_ findings: [RequestLintRule: CheckOutcome]) -> [String] {
        findings.filter { [.failed, .warning].contains($0.value) }.map { "\($0.key.rawValue) \($0.value.rawValue)" }.sorted()
    }

    @Test("A request as wallets want it breaks no rule")
    func good() throws {
        #expect(faults(try findings(["family_name", "age_over_21"])) == [])
    }

    @Test("Each defect is named by its rule")
    func defects() throws {
        let base = Set(faults(try findings(["family_name"])))
        func more(_ found: [RequestLintRule: CheckOutcome]) -> [String] { faults(found).filter { !base.contains($0) } }
        #expect(more(try findings(["family_name"], isSigned: false)) == ["deviceRequest.readerAuthAll failed"])
        #expect(more(try findings(["famliy_name"])) == ["deviceRequest.elements warning"])
        #expect(more(try findings(["family_name", "age_in_years"])) == ["deviceRequest.thresholds warning"])
        #expect(more(try findings(["birth_date"])) == ["deviceRequest.thresholds warning"])
        #expect(more(try findings(["age_over_18", "age_in_years"])) == ["deviceRequest.thresholds warning"])
        #expect(
            more(try findings(["family_name"], useCases: [UseCase(isMandatory: false, documentSets: [[0]])])) == ["deviceRequest.useCases warning"])
        #expect(more(try findings(["family_name"], origin: try Origin("https://other.example"))) == ["reader.domain failed", "reader.signature failed"])
        #expect(more(try findings(["family_name"], at: World.now.advanced(byDays: 4000))) == ["reader.validity failed"])
        #expect(more(try findings(["family_name"]) { $0.request += "=" }) == ["deviceRequest.form failed"])
        #expect(more(try findings(["family_name"]) { $0.info += "=" }) == ["encryptionInfo.form failed", "reader.signature failed"])
        let uncomputed = try findings(["family_name"]) {
            let bytes = Base64URL.decode($0.request) ?? []
            $0.request = Base64URL.encode(AlteredResponse.replacing([0x43, 0xa1, 0x01, 0x26], with: [0x44, 0xa1, 0x01, 0x38, 0x34], in: bytes))
        }
        #expect(more(uncomputed) == ["reader.signature failed"], "a wallet that cannot compute it does not believe it")
        #expect(
            more(try findings(["family_name"], useCases: [], isSigned: false))
                == ["deviceRequest.readerAuthAll failed", "deviceRequest.version warning"])
    }

    @Test("A signature that is merely not computed here is warned of beside one that verifies, and so is a key; alone it fails, and one that is wrong always does")
    func uncomputed() throws {
        let parties = try World.parties()
        let document = RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: ["family_name"])
        // P-192, whose identifier is as long as that of P-256.
        let (known, unknown): ([UInt8], [UInt8]) = ([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07], [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x01])
        func readerFindings(signers: Int, replacing old: [UInt8], with new: [UInt8], times: Int = 1) throws -> [String] {
            let builder = try RequestBuilder(
                documents: [document], useCases: [Self.useCase], signers: Array(repeating: parties.readerSigner(), count: signers))
            let request = try builder.build(for: parties.origin, expiresAt: World.now.advanced(bySeconds: 60)).request.data
            var bytes = try #require(Base64URL.decode(request.deviceRequest))
            for _ in 0..<times { bytes = AlteredResponse.replacing(old, with: new, in: bytes) }
            let found = RequestLint(origin: parties.origin, at: World.now).check(
                deviceRequest: Base64URL.encode(bytes), encryptionInfo: request.encryptionInfo)
            #expect(found.allSatisfy { $0.outcome != .warning || $0.rule != .readerSignature || $0.remedy == "add a signature on P-256" })
            return found.filter { [.readerSignature, .readerCertificate].contains($0.rule) && $0.outcome != .passed }
                .map { "\($0.rule.rawValue) \($0.outcome.rawValue)" }.sorted()
        }
        let (header, other): ([UInt8], [UInt8]) = ([0x43, 0xa1, 0x01, 0x26], [0x44, 0xa1, 0x01, 0x38, 0x34])
        #expect(try readerFindings(signers: 2, replacing: header, with: other) == ["reader.signature warning"])
        #expect(try readerFindings(signers: 2, replacing: header, with: other, times: 2) == ["reader.signature failed"])
        #expect(try readerFindings(signers: 2, replacing: known, with: unknown) == ["reader.certificate warning", "reader.signature warning"])
        #expect(try readerFindings(signers: 1, replacing: known, with: unknown) == ["reader.certificate failed", "reader.signature failed"])
    }

    @Test("Use cases are missed where there are several documents to tell apart, and not of a single one")
    func useCases() throws {
        let (single, good) = (try findings(["family_name"], useCases: []), try findings(["family_name"]))
        #expect(single[.useCases] == .skipped && faults(single) == faults(good))
        #expect(try findings(["family_name"], documents: 2, useCases: [])[.useCases] == .warning)
        #expect(try findings(["family_name"], documents: 2, useCases: [UseCase(isMandatory: true, documentSets: [[0, 1]])])[.useCases] == .passed)
    }

    @Test("A request beyond what is read before consent breaks a rule of its own, whatever is too much")
    func bounds() throws {
        #expect(try findings(["family_name"])[.bounds] == .passed)
        let good = ItemsRequest(docType: .mobileDrivingLicence, elements: [.init(ElementReference(.mobileDrivingLicence, "family_name"), intentToRetain: false)])
        let lookalike = ItemsRequest(docType: .mobileDrivingLicence, elements: [.init(ElementReference(.mobileDrivingLicence, "n\u{430}me"), intentToRetain: false)])
        let twice = UseCase(isMandatory: true, documentSets: [[0, 0]])
        let certificate = [UInt8](repeating: 0x30, count: 393_217)
        let large = try COSESign1.encode(signing: [0], isDetached: true, chain: [certificate], with: SigningKey.generate(.p256))
        for (items, useCase, signature) in [(lookalike, Self.useCase, nil), (good, twice, nil), (good, Self.useCase, large)] as [(ItemsRequest, UseCase, [UInt8]?)] {
            let bytes = DeviceRequest.encode(
                items: [(DeviceRequest.encodeItems(items), nil)], info: DeviceRequest.encodeInfo(useCases: [useCase]), readerAuthAll: signature.map { [$0] } ?? [])
            #expect(try findings(["family_name"]) { $0.request = Base64URL.encode(bytes) }[.bounds] == .failed)
        }
        // What is longer than some ways to a wallet carry is only pointed out: others carry it.
        let (carried, most) = ((1 << 20) - 1024, 4 << 20)
        for (bytes, outcome) in [(carried, CheckOutcome.passed), (carried + 1, .warning), (most, .warning), (most + 1, .failed)] {
            let long = try findings(["family_name"]) { texts in
                let form = #"{"deviceRequest":"","encryptionInfo":""}"#.utf8.count
                texts.info += String(repeating: "A", count: bytes - form - texts.request.utf8.count - texts.info.utf8.count)
            }
            #expect(long[.bounds] == outcome, "\(bytes) bytes as the page passes them on")
        }
    }

    @Test("An element that stands for retrieval from the issuer's server breaks a rule, also in the place of another one; elsewhere its name may be")
    func serverRetrieval() throws {
        let name = ElementReference(.mobileDrivingLicence, "family_name")
        func outcome(_ asked: ElementReference, or alternative: ElementReference) throws -> CheckOutcome? {
            let info = DocRequestInfo(alternativeDataElements: [AlternativeDataElements(for: asked, sets: [[name, alternative]])])
            let items = ItemsRequest(docType: .mobileDrivingLicence, elements: [.init(asked, intentToRetain: false)], requestInfo: info)
            let bytes = DeviceRequest.encode(items: [(DeviceRequest.encodeItems(items), nil)], info: nil, readerAuthAll: [])
            return try findings(["family_name"]) { $0.request = Base64URL.encode(bytes) }[.serverRetrieval]
        }
        #expect(try outcome(name, or: name) == .passed)
        for identifier in ["oidc_info", "webapi_info"] as [ElementIdentifier] {
            let forbidden = ElementReference(.mobileDrivingLicence, identifier)
            #expect(try outcome(forbidden, or: name) == .failed)
            #expect(try outcome(name, or: forbidden) == .failed)
            #expect(try outcome(name, or: ElementReference("other", identifier)) == .passed)
        }
    }

    @Test("A third question about the age of one person breaks a rule; two of each document do not")
    func ages() throws {
        func outcome(_ ages: [Int], documents: Int = 1) throws -> CheckOutcome? {
            let items = ItemsRequest(
                docType: .mobileDrivingLicence,
                elements: ages.map { .init(ElementReference(.mobileDrivingLicence, AgeAttestation.identifier(of: $0)), intentToRetain: false) })
            let bytes = DeviceRequest.encode(
                items: Array(repeating: (items: DeviceRequest.encodeItems(items), readerAuth: nil), count: documents), info: nil, readerAuthAll: [])
            return try findings(["family_name"]) { $0.request = Base64URL.encode(bytes) }[.ages]
        }
        #expect(try outcome([18, 21], documents: 2) == .passed)
        #expect(try outcome([18, 21, 65]) == .failed)
    }

    /// What a wallet that knows the reader's authority says to a request, and the rules that it breaks.
    private struct Judged: Equatable {
        let refusal: String?
        let broken: [String]
    }

    private func judged(
        _ document: RequestedDocument, origin: String = "https://rentals.example", _ change: (inout CertificateMaker) throws -> Void = { _ in }
    ) throws -> Judged {
        let (rootKey, key) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
        let root = try CertificateMaker.authority("CN=Reader CA,C=UT").make(key: rootKey)
        var maker = CertificateMaker(subject: "CN=rentals.example,C=UT", extendedKeyUsage: [[1, 0, 18013, 5, 1, 6]])
        try change(&maker)
        let leaf = try maker.make(key: key, issuer: "CN=Reader CA,C=UT", issuerKey: rootKey)
        let signer = ReaderSigner(name: "test", chain: [leaf.encoded.array], key: SigningKey.p256(key))
        let page = try Origin(origin)
        let (_, request) = try RequestBuilder(documents: [document], useCases: [Self.useCase], signers: [signer]).build(
            for: page, expiresAt: World.now.advanced(bySeconds: 60))
        let findings = RequestLint(origin: page, at: World.now).check(
            deviceRequest: request.data.deviceRequest, encryptionInfo: request.data.encryptionInfo)
        let broken = findings.filter { $0.outcome == .failed }.map(\.rule.rawValue)

        let parties = try World.parties()
        let wallet = Holder(
            documents: [try HeldDocument(issuerSigned: parties.licence, deviceKey: parties.deviceKey)],
            readerTrust: ReaderTrustList([TrustAnchor(root, provenance: "test")]), policy: .trustedReaders)
        do {
            let presented = try PresentedRequest(
                deviceRequest: request.data.deviceRequest, encryptionInfo: request.data.encryptionInfo, origin: page)
            _ = try wallet.review(presented, at: World.now)
            return Judged(refusal: nil, broken: broken)
        } catch let error as PresentedRequestError {
            return Judged(refusal: error.code, broken: broken)
        } catch let refusal as PresentationRefusal {
            return Judged(refusal: refusal.code, broken: broken)
        }
    }

    @Test("What a wallet refuses by the request alone breaks a rule of its own, and a request that it answers breaks none")
    func asTheWallet() throws {
        let licence = RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: ["given_name", "portrait"])
        #expect(try judged(licence) == Judged(refusal: nil, broken: []))
        #expect(try judged(licence, origin: "http://localhost:8080") == Judged(refusal: nil, broken: []))
        #expect(try judged(licence, origin: "http://rentals.example") == Judged(refusal: "request.insecureOrigin", broken: ["page.origin"]))

        let name = ElementReference(.mobileDrivingLicence, "given_name")
        for (granted, expected) in [
            ([name, ElementReference(.mobileDrivingLicence, "portrait")], Judged(refusal: nil, broken: [])),
            ([name], Judged(refusal: "presentation.reader.elementNotGranted", broken: ["reader.elements"])),
        ] {
            let allowed = try AllowedElements([.mobileDrivingLicence: Set(granted)])
            #expect(
                try judged(licence) { $0.otherExtensions = [try AllowedElementsExtension(allowed: allowed).makeCertificateExtension()] } == expected)
        }

        let number: [ElementIdentifier] = ["individual_number_unicode"]
        let card = RequestedDocument("org.iso.23220.1.jp.mnc", nameSpace: "org.iso.23220.1.jp", elements: number, retaining: Set(number))
        #expect(try judged(card) == Judged(refusal: "presentation.retention", broken: ["deviceRequest.retention"]))
    }

    @Test("What a wallet refuses a reader's certificate for fails, and what it lets pass is a warning")
    func certificateAsTheWallet() throws {
        let licence = RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: ["given_name"])
        func refused(_ code: String) -> Judged { Judged(refusal: "presentation.\(code)", broken: ["reader.certificate"]) }
        let critical = Certificate.Extension(oid: [2, 25, 1], critical: true, value: [0x05, 0x00])
        let words = Certificate.Extension(oid: ReaderCertificateExtension.registration, critical: false, value: [0x05, 0x00])
        #expect(try judged(licence) { $0.extendedKeyUsage = nil } == refused("reader.extendedKeyUsage"))
        #expect(try judged(licence) { $0.otherExtensions = [critical] } == refused("reader.extendedKeyUsage"))
        #expect(try judged(licence) { $0.isAuthority = true } == refused("reader.keyUsage"))
        #expect(try judged(licence) { $0.keyUsage = KeyUsage(keyAgreement: true) } == refused("reader.keyUsage"))
        #expect(try judged(licence) { $0.otherExtensions = [words] } == refused("reader.registration.structure"))
        #expect(try judged(licence) { $0.keyUsage = nil } == Judged(refusal: nil, broken: []))
        #expect(try judged(licence) { $0.hasKeyIdentifiers = false } == Judged(refusal: nil, broken: []))
    }

    @Test("A nonce that is not random and a key off its curve are named")
    func encryption() throws {
        let key = try EncryptionInfo(text: findingsInfo()).recipientKey
        func info(nonce: [UInt8], key: COSEKeyBytes) throws -> String {
            var writer = CBORWriter()
            writer.array(2)
            writer.text("dcapi")
            writer.map(2)
            writer.text("nonce")
            writer.byteString(nonce)
            writer.text("recipientPublicKey")
            writer.encoded(key)
            return Base64URL.encode(writer.bytes)
        }
        var good = CBORWriter()
        key.write(to: &good)
        var bad = good.bytes
        bad[bad.count - 1] ^= 1
        let random = (0..<16).map { UInt8($0 * 13) }
        #expect(try findings(["family_name"]) { $0.info = (try? info(nonce: random, key: good.bytes)) ?? "" }[.nonce] == .passed)
        #expect(try findings(["family_name"]) { $0.info = (try? info(nonce: Array(repeating: 1, count: 16), key: good.bytes)) ?? "" }[.nonce] == .failed)
        #expect(try findings(["family_name"]) { $0.info = (try? info(nonce: random, key: bad)) ?? "" }[.recipientKey] == .failed)
    }

    private typealias COSEKeyBytes = [UInt8]

    private func findingsInfo() throws -> String {
        let parties = try World.parties()
        return try parties.request(["given_name"]).request.data.encryptionInfo
    }
}
