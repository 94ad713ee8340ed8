import CBOR
import COSE
import Crypto
import Foundation
import MobileDocument
import PresentmentRequest
import RelyingParty
import RequestExtraction
import Testing
import X509

/// Requests that are kept in `Golden`, each beside all that may be known of it before consent, in words; certificates are named by their
/// subjects and the SHA-256 of their bytes.
///
/// `MDOC_WRITE_GOLDEN=words swift test --filter GoldenRequestTests` writes the words of the requests that are there anew, and
/// `MDOC_WRITE_GOLDEN=1` the requests as well, with other keys. The difference of the words is then for people to read.
@Suite("Requests that are kept, and what is extracted of them")
struct GoldenRequestTests {
    private static let folder = Program.packageFolder.appendingPathComponent("Tests/PresentmentTests/Golden")
    private static let origin = "https://rentals.example"
    private static let writing = ProcessInfo.processInfo.environment["MDOC_WRITE_GOLDEN"]

    @Test("20 requests are extracted, and others refused, as they always were")
    func golden() throws {
        if Self.writing == "1" { try Self.writeRequests() }
        if Self.writing != nil { try Self.writeWords() }
        var accepted = 0
        for request in try Self.requests() {
            let expected = try String(contentsOf: Self.words(beside: request), encoding: .utf8)
            #expect(Self.words(Array(try Data(contentsOf: request))) == expected, "\(request.lastPathComponent)")
            if !expected.hasPrefix("refused") { accepted += 1 }
        }
        #expect(accepted >= 20)
    }

    /// The files of the requests, in the order of their numbers.
    private static func requests() throws -> [URL] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
        return names.sorted().map { folder.appendingPathComponent($0) }
    }

    private static func words(beside request: URL) -> URL { request.deletingPathExtension().appendingPathExtension("txt") }

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
            return "\(presentment.isMandatory ? "mandatory" : "optional")\(presentment.isUseCase ? " use case" : ""): document \(sets.joined(separator: ", or "))"
        }
        lines += request.authentications.map { authentication in
            let covered =
                switch authentication.coverage {
                case .wholeRequest: "the whole request"
                case .documentRequest(let index): "document \(index)"
                }
            let names = authentication.certificateChain.map { encoded in
                let subject = (try? Certificate(derEncoded: encoded)).map { "\($0.subject)" } ?? "?"
                return "\(subject) (\(hexadecimal(Array(SHA256.hash(data: encoded)))))"
            }
            return "signed: \(covered), by \(names.joined(separator: " below "))"
        }
        return lines + ["deviceRequest \(hexadecimal(request.deviceRequestDigest.bytes))", "encryptionInfo \(hexadecimal(request.encryptionInfoDigest.bytes))"]
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String { Hexadecimal.text(bytes) }

    // MARK: Making them

    private static func writeWords() throws {
        for request in try requests() { try Data(words(Array(try Data(contentsOf: request))).utf8).write(to: words(beside: request)) }
    }

    private static func writeRequests() throws {
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) { try FileManager.default.removeItem(at: file) }
        let scene = try RequestScene()
        for (index, request) in (try shapes(scene) + signed(scene) + refused(scene) + larger(scene)).enumerated() {
            let number = index + 1
            let file = folder.appendingPathComponent("\(number < 10 ? "0" : "")\(number)-\(request.name)")
            try Data(request.data).write(to: file.appendingPathExtension("json"))
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

    private static func larger(_ scene: RequestScene) throws -> [(name: String, data: [UInt8])] {
        let many = RequestedDocument(
            .mobileDrivingLicence, nameSpace: .mobileDrivingLicence,
            elements: [
                "family_name", "given_name", "birth_date", "issue_date", "expiry_date", "issuing_country", "issuing_authority", "document_number",
                "portrait", "driving_privileges", "resident_address", "resident_city", "age_in_years", "age_over_18", "age_over_21", "sex", "height",
                "weight", "eye_colour", "nationality",
            ], retaining: ["family_name", "given_name", "document_number", "nationality"])
        let age = RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: ["age_over_18"])
        let (over21, country) = (ElementReference(.mobileDrivingLicence, "age_over_21"), ElementReference(.mobileDrivingLicence, "nationality"))
        let either = RequestedDocument(
            .mobileDrivingLicence, elements: [.init(over21, intentToRetain: true), .init(country, intentToRetain: false)],
            info: DocRequestInfo(alternativeDataElements: [
                AlternativeDataElements(for: over21, sets: [[ElementReference(.mobileDrivingLicence, "birth_date")]]),
                AlternativeDataElements(for: country, sets: [[ElementReference(.mobileDrivingLicence, "issuing_country")]]),
            ]))
        let ofIssuers = RequestedDocument(
            RequestScene.photoID.docType, elements: RequestScene.photoID.elements,
            info: DocRequestInfo(issuerIdentifiers: [ByteSlice([UInt8](1...20)), ByteSlice([UInt8](repeating: 0xab, count: 32))]))
        let three = [RequestScene.licence, RequestScene.photoID, age]
        return [
            ("twenty-elements", try scene.data([many])),
            ("one-type-twice", try scene.data([RequestScene.licence, age])),
            ("two-alternatives", try scene.data([either])),
            ("of-issuers", try scene.data([ofIssuers])),
            ("three-use-cases", try scene.data(
                three,
                useCases: [
                    UseCase(isMandatory: true, documentSets: [[0]]), UseCase(isMandatory: true, documentSets: [[1, 2], [2]]),
                    UseCase(isMandatory: false, documentSets: [[1], [0, 2]]),
                ])),
        ]
    }

    private static func refused(_ scene: RequestScene) throws -> [(name: String, data: [UInt8])] {
        let forbidden = RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: ["oidc_info"])
        let texts = try scene.request()
        return [
            ("refused-signature", try scene.data(signers: [scene.impostor()])),
            ("refused-replay", try scene.data(signers: [scene.reader()], origin: "https://other.example")),
            ("refused-element", try scene.data(items: forbidden)),
            ("refused-padding", RequestScene.json(deviceRequest: texts.deviceRequest + "=", encryptionInfo: texts.encryptionInfo)),
        ]
    }
}
