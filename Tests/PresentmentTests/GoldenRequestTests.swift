import CBOR
import COSE
import Foundation
import MobileDocument
import PresentmentRequest
import RelyingParty
import RequestExtraction
import Testing
import X509

/// Requests that are kept in `Golden`, each beside all that may be known of it before consent, in words. `MDOC_WRITE_GOLDEN=1` makes them
/// anew, with other keys; the difference of the words is then for people to read.
@Suite("Requests that are kept, and what is extracted of them")
struct GoldenRequestTests {
    private static let folder = Program.packageFolder.appendingPathComponent("Tests/PresentmentTests/Golden")
    private static let origin = "https://rentals.example"
    private static let isWriting = ProcessInfo.processInfo.environment["MDOC_WRITE_GOLDEN"] == "1"

    @Test("20 requests are extracted, or refused, as they always were")
    func golden() throws {
        if Self.isWriting { try Self.write() }
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { $0.hasSuffix(".json") }.sorted()
        #expect(names.count >= 20)
        for name in names {
            let file = Self.folder.appendingPathComponent(name)
            let expected = try String(contentsOf: file.deletingPathExtension().appendingPathExtension("txt"), encoding: .utf8)
            #expect(Self.words(Array(try Data(contentsOf: file))) == expected, "\(name)")
        }
    }

    // MARK: In words

    private static func words(_ data: [UInt8]) -> String {
        do {
            return lines(try RequestExtraction.partialRequest(from: data, origin: origin)).joined(separator: "\n") + "\n"
        } catch { return "refused \(error)\n" }
    }

    private static func lines(_ request: PartialRequest) -> [String] {
        var lines = ["origin \(request.origin)"]
        for (index, document) in request.documentRequests.enumerated() {
            lines.append("document \(index) \(document.documentType)")
            lines += document.elements.map { "    \($0.reference)\($0.isRetaining ? ", kept" : "")" }
            lines += document.alternatives.map { alternative in
                let sets = alternative.sets.map { set in set.map(\.description).joined(separator: " and ") }
                return "    instead of \(alternative.requested): \(sets.joined(separator: ", or "))"
            }
            lines += document.issuerKeyIdentifiers.map { "    of issuer \(hexadecimal($0))" }
        }
        lines += request.presentments.map { presentment in
            let sets = presentment.documentRequestSets.map { set in set.map(String.init).joined(separator: " and ") }
            return "\(presentment.isMandatory ? "mandatory" : "optional"): document \(sets.joined(separator: ", or "))"
        }
        lines += request.authentications.map { authentication in
            let covered =
                switch authentication.coverage {
                case .wholeRequest: "the whole request"
                case .documentRequest(let index): "document \(index)"
                }
            let names = authentication.certificateChain.map { (try? Certificate(derEncoded: $0)).map { "\($0.subject)" } ?? "?" }
            return "signed: \(covered), by \(names.joined(separator: " below "))"
        }
        return lines + ["deviceRequest \(hexadecimal(request.deviceRequestDigest.bytes))", "encryptionInfo \(hexadecimal(request.encryptionInfoDigest.bytes))"]
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String { Hexadecimal.text(bytes) }

    // MARK: Making them

    private static func write() throws {
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) { try FileManager.default.removeItem(at: file) }
        let scene = try RequestScene()
        for (index, request) in (try shapes(scene) + signed(scene) + refused(scene)).enumerated() {
            let number = index + 1
            let file = folder.appendingPathComponent("\(number < 10 ? "0" : "")\(number)-\(request.name)")
            try Data(request.data).write(to: file.appendingPathExtension("json"))
            try Data(words(request.data).utf8).write(to: file.appendingPathExtension("txt"))
        }
    }

    private static func shapes(_ scene: RequestScene) throws -> [(name: String, data: [UInt8])] {
        let licence = RequestScene.licence
        let photoID = RequestScene.photoID
        let library = RequestedDocument("org.example.library", nameSpace: "org.example.library", elements: ["card_number", "branch"], retaining: ["branch"])
        let over21 = ElementReference(.mobileDrivingLicence, "age_over_21")
        let information = DocRequestInfo(
            alternativeDataElements: [
                AlternativeDataElements(for: over21, sets: [[ElementReference(.mobileDrivingLicence, "age_in_years")], [
                    ElementReference(.mobileDrivingLicence, "birth_date"), ElementReference(.mobileDrivingLicence, "issuing_country"),
                ]])
            ], issuerIdentifiers: [ByteSlice([1, 2, 3]), ByteSlice([0xfe, 0xff])])
        let twoNameSpaces = RequestedDocument(
            .mobileDrivingLicence,
            elements: [
                .init(over21, intentToRetain: true), .init(ElementReference("org.iso.18013.5.1.aamva", "DHS_compliance"), intentToRetain: false),
            ])
        func kept(_ elements: [ElementIdentifier]) -> [RequestedDocument] {
            [RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: elements, retaining: Set(elements))]
        }
        return [
            ("one-element", try scene.data([RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: ["age_over_18"])])),
            ("one-kept", try scene.data()),
            ("all-kept", try scene.data(kept(["family_name", "given_name", "portrait", "document_number"]))),
            ("photo-id", try scene.data([photoID])),
            ("made-up-type", try scene.data([library])),
            ("two-namespaces", try scene.data([twoNameSpaces])),
            ("alternatives-and-issuers", try scene.data([RequestedDocument(.mobileDrivingLicence, elements: [.init(over21, intentToRetain: false)], info: information)])),
            ("two-documents", try scene.data([licence, photoID])),
            ("either-document", try scene.data([licence, photoID], useCases: [UseCase(isMandatory: true, documentSets: [[0], [1]])])),
            ("both-documents", try scene.data([licence, photoID], useCases: [UseCase(isMandatory: true, documentSets: [[1, 0]])])),
            ("optional-second", try scene.data(
                [licence, photoID, library],
                useCases: [UseCase(isMandatory: true, documentSets: [[0, 1], [1]]), UseCase(isMandatory: false, documentSets: [[2]])])),
        ]
    }

    private static func signed(_ scene: RequestScene) throws -> [(name: String, data: [UInt8])] {
        let both = [RequestScene.licence, RequestScene.photoID]
        let maker = try ChainMaker.make("Reader CA", .authority, by: nil)
        let intermediate = try ChainMaker.make("Intermediate", .authority, by: maker)
        return [
            ("signed", try scene.data(signers: [scene.reader()])),
            ("signed-each", try scene.data(both, signers: [scene.reader(.wholeRequestAndEachDocument)])),
            ("two-signers", try scene.data(both, signers: [scene.reader(), scene.otherReader()])),
            ("one-signature-bad", try scene.data(signers: [scene.impostor(), scene.otherReader()])),
            ("chain-of-three", try scene.data(signers: [ChainMaker.make("rentals.example", .reader, by: intermediate).signer(intermediate, maker)])),
            ("signed-p384", try scene.data(signers: [scene.otherReader(.p384)])),
        ]
    }

    private static func refused(_ scene: RequestScene) throws -> [(name: String, data: [UInt8])] {
        let forbidden = RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: ["oidc_info"])
        let texts = try scene.request()
        return [
            ("refused-signature", try scene.data(signers: [scene.impostor()])),
            ("refused-replay", try scene.data(signers: [scene.reader()], origin: "https://other.example")),
            ("refused-element", try scene.data([forbidden])),
            ("refused-padding", RequestScene.json(deviceRequest: texts.deviceRequest + "=", encryptionInfo: texts.encryptionInfo)),
        ]
    }
}
