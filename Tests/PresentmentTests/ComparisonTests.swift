import CBOR
import MobileDocument
import PresentmentRequest
import RelyingParty
import RequestExtraction
import Testing

@Suite("The released request against the one agreed to")
struct ComparisonTests {
    static let useCases = [UseCase(isMandatory: true, documentSets: [[0], [1]]), UseCase(isMandatory: false, documentSets: [[1]])]

    static func licence(
        _ elements: [ElementIdentifier] = ["family_name", "age_over_21"], retaining: Set<ElementIdentifier> = ["family_name"],
        docType: DocType = .mobileDrivingLicence, information: DocRequestInfo? = nil
    ) -> RequestedDocument {
        RequestedDocument(
            docType,
            elements: elements.map { .init(ElementReference(.mobileDrivingLicence, $0), intentToRetain: retaining.contains($0)) },
            info: information)
    }

    private func mismatch(
        _ released: [UInt8], origin: String? = nil, agreed: [UInt8], _ scene: RequestScene
    ) throws -> RequestMismatch? {
        let partial = try scene.partial(agreed)
        do {
            try RequestComparison.check(released, origin: origin ?? scene.origin, against: partial)
            return nil
        } catch {
            return error
        }
    }

    @Test("The very request that was shown is let through, whatever white space its data has", arguments: [false, true])
    func same(isSigned: Bool) throws {
        let scene = try RequestScene()
        let data = try scene.data([Self.licence(), RequestScene.photoID], useCases: Self.useCases, signers: isSigned ? [scene.reader()] : [])
        #expect(try mismatch(data, agreed: data, scene) == nil)
        #expect(try mismatch(Array(" ".utf8) + data, agreed: data, scene) == nil)
    }

    /// A user agent that swaps the request: what it releases, and the name under which that is refused.
    static let swaps: [(name: String, documents: [RequestedDocument], useCases: [UseCase], code: String)] = [
        ("one more element", [licence(["family_name", "age_over_21", "portrait"]), RequestScene.photoID], useCases, "mismatch.addedElement"),
        ("one element less", [licence(["family_name"]), RequestScene.photoID], useCases, "mismatch.missingElement"),
        ("another element", [licence(["family_name", "birth_date"]), RequestScene.photoID], useCases, "mismatch.addedElement"),
        ("kept, not as shown", [licence(retaining: ["family_name", "age_over_21"]), RequestScene.photoID], useCases, "mismatch.retention"),
        ("not kept, not as shown", [licence(retaining: []), RequestScene.photoID], useCases, "mismatch.retention"),
        ("another document type", [licence(docType: "org.iso.18013.5.1.mDL2"), RequestScene.photoID], useCases, "mismatch.documentType"),
        ("one more document", [licence(), RequestScene.photoID, RequestScene.photoID], useCases, "mismatch.documentRequestCount"),
        ("one document less", [licence()], [UseCase(isMandatory: true, documentSets: [[0]])], "mismatch.documentRequestCount"),
        ("a set dropped", [licence(), RequestScene.photoID], [UseCase(isMandatory: true, documentSets: [[0]]), useCases[1]], "mismatch.documentRequestSets"),
        ("sets in another order", [licence(), RequestScene.photoID], [UseCase(isMandatory: true, documentSets: [[1], [0]]), useCases[1]], "mismatch.documentRequestSets"),
        ("a use case dropped", [licence(), RequestScene.photoID], [useCases[0]], "mismatch.presentmentCount"),
        ("mandatory, not as shown", [licence(), RequestScene.photoID], [useCases[0], UseCase(isMandatory: true, documentSets: [[1]])], "mismatch.mandatory"),
        (
            "an alternative", [licence(information: DocRequestInfo(alternativeDataElements: [AlternativeDataElements(for: ElementReference(.mobileDrivingLicence, "age_over_21"), sets: [[ElementReference(.mobileDrivingLicence, "birth_date")]])])), RequestScene.photoID],
            useCases, "mismatch.alternatives"
        ),
        ("other issuers", [licence(information: DocRequestInfo(issuerIdentifiers: [ByteSlice([9])])), RequestScene.photoID], useCases, "mismatch.issuers"),
        ("another limit that nobody sees", [licence(information: DocRequestInfo(maximumResponseSize: 9)), RequestScene.photoID], useCases, "mismatch.bytes"),
        ("another purpose that nobody sees", [licence(), RequestScene.photoID], [UseCase(isMandatory: true, documentSets: [[0], [1]], purposeHints: ["c": 1]), useCases[1]], "mismatch.bytes"),
    ]

    @Test("A request that was swapped is refused by name, unsigned or signed anew by the same reader", arguments: swaps.indices, [false, true])
    func swapped(_ index: Int, isSigned: Bool) throws {
        let (name, documents, useCases, code) = Self.swaps[index]
        let scene = try RequestScene()
        let signers = isSigned ? [scene.reader()] : []
        let agreed = try scene.data([Self.licence(), RequestScene.photoID], useCases: Self.useCases, signers: signers)
        let released = try scene.data(documents, useCases: useCases, signers: signers)
        #expect(try mismatch(released, agreed: agreed, scene)?.code == code, "\(name)")
    }

    @Test("Other signatures, other certificates and a dropped signature are refused by name")
    func signatures() throws {
        let scene = try RequestScene()
        let agreed = try scene.data(signers: [scene.reader()])
        #expect(try mismatch(scene.data(signers: [scene.otherReader()]), agreed: agreed, scene) == .certificates(0))
        #expect(try mismatch(scene.data(), agreed: agreed, scene) == .authenticationCount(0))
        #expect(try mismatch(scene.data(signers: [scene.reader(), scene.otherReader()]), agreed: agreed, scene) == .authenticationCount(2))
        guard case .refused(let refusal) = try mismatch(scene.data(signers: [scene.impostor()]), agreed: agreed, scene) else {
            Issue.record("a signature of another key is let through")
            return
        }
        #expect(refusal.code == .readerSignature)
    }

    @Test("A signature that covers something else is refused by name")
    func coverage() throws {
        let scene = try RequestScene()
        let whole = try scene.partial(scene.data(signers: [scene.reader()]))
        let part = try PartialRequest(
            origin: whole.origin, documentRequests: whole.documentRequests, presentments: whole.presentments,
            authentications: [.init(coverage: .documentRequest(0), certificateChain: whole.authentications[0].certificateChain)],
            deviceRequestDigest: whole.deviceRequestDigest, encryptionInfoDigest: whole.encryptionInfoDigest)
        #expect(throws: RequestMismatch.coverage(0)) {
            try RequestComparison.check(scene.data(signers: [scene.reader()]), origin: scene.origin, against: part)
        }
    }

    @Test("Use cases that were shown as none, and what has none shown as use cases, are refused by name", arguments: [true, false])
    func standing(hasUseCases: Bool) throws {
        let scene = try RequestScene()
        let optional = [0, 1].map { UseCase(isMandatory: false, documentSets: [[$0]]) }
        let data = try scene.data([Self.licence(), RequestScene.photoID], useCases: hasUseCases ? optional : [])
        let whole = try scene.partial(data)
        let other = try PartialRequest(
            origin: whole.origin, documentRequests: whole.documentRequests,
            presentments: whole.presentments.map {
                try .init(isMandatory: $0.isMandatory, documentRequestSets: $0.documentRequestSets, isUseCase: !$0.isUseCase)
            }, authentications: whole.authentications, deviceRequestDigest: whole.deviceRequestDigest, encryptionInfoDigest: whole.encryptionInfoDigest)
        #expect(throws: RequestMismatch.documentRequestSets(0)) { try RequestComparison.check(data, origin: scene.origin, against: other) }
    }

    @Test("Another page, another nonce and another key are refused by name")
    func session() throws {
        let scene = try RequestScene()
        let agreed = try scene.data()
        #expect(try mismatch(agreed, origin: "https://other.example", agreed: agreed, scene) == .origin)
        #expect(try mismatch(scene.data(otherNonce: true), agreed: agreed, scene) == .encryptionInfo)
        let elsewhere = try RequestScene()
        #expect(try mismatch(elsewhere.data(), agreed: agreed, scene) == .encryptionInfo)
    }

    @Test("What cannot be read is refused with its reason")
    func unreadable() throws {
        let scene = try RequestScene()
        guard case .refused(let refusal) = try mismatch(Array("{}".utf8), agreed: scene.data(), scene) else {
            Issue.record("nothing is let through")
            return
        }
        #expect(refusal.code == .missingMember)
    }
}
