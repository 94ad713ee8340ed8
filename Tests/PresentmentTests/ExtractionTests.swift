import CBOR
import COSE
import Foundation
import MobileDocument
import PresentmentRequest
import RelyingParty
import RequestExtraction
import Testing

@Suite("Extraction of the partial request")
struct ExtractionTests {
    private static let items = items(["family_name": .boolean(true)])

    private static func items(_ elements: KeyValuePairs<String, CBORValue>, nameSpace: String = "org.iso.18013.5.1") -> CBORValue {
        .textMap(["docType": .text("org.iso.18013.5.1.mDL"), "nameSpaces": .textMap([nameSpace: .textMap(elements)])])
    }
    private static func embedded(_ value: CBORValue) -> CBORValue { .tagged(24, .bytes(value.encoded)) }
    private static func request(_ itemsRequest: CBORValue) -> CBORValue { requests(itemsRequest) }
    private static func requests(_ itemsRequests: CBORValue...) -> CBORValue {
        .textMap(["version": .text("1.0"), "docRequests": .array(itemsRequests.map { .textMap(["itemsRequest": $0]) })])
    }
    private static let bytesForName = CBORValue.textMap([
        "docType": .text("d"), "nameSpaces": .textMap(["n": .map([.init(key: .bytes(Array("e".utf8)), value: .boolean(true))])]),
    ])
    private static let nestedItems = [UInt8](repeating: 0x81, count: 40) + [0]

    private func code(_ data: [UInt8], origin: String = "https://rentals.example") -> RequestRefusal.Code? {
        do {
            _ = try RequestExtraction.partialRequest(from: data, origin: origin)
            return nil
        } catch {
            return error.code
        }
    }

    // MARK: What is extracted

    @Test("Everything a screen shows is extracted, in the request's order")
    func content() throws {
        let scene = try RequestScene()
        let useCases = [UseCase(isMandatory: true, documentSets: [[0, 1], [1]]), UseCase(isMandatory: false, documentSets: [[0]])]
        let request = try scene.partial(scene.data([RequestScene.licence, RequestScene.photoID], useCases: useCases))
        #expect(request.origin == "https://rentals.example")
        #expect(request.documentRequests.map(\.documentType) == ["org.iso.18013.5.1.mDL", "org.iso.23220.photoid.1"])
        let elements = request.documentRequests[0].elements.map { "\($0.reference) \($0.isRetaining)" }
        #expect(Set(elements) == ["org.iso.18013.5.1/family_name true", "org.iso.18013.5.1/age_over_21 false"])
        #expect(request.presentments.map(\.isMandatory) == [true, false])
        #expect(request.presentments.map(\.documentRequestSets) == [[[0, 1], [1]], [[0]]])
        #expect(request.authentications.isEmpty)
    }

    @Test("Alternatives and acceptable issuers are extracted")
    func wishes() throws {
        let over21 = ElementReference(.mobileDrivingLicence, "age_over_21")
        let birth = ElementReference(.mobileDrivingLicence, "birth_date")
        let information = DocRequestInfo(
            alternativeDataElements: [AlternativeDataElements(for: over21, sets: [[birth]])], issuerIdentifiers: [ByteSlice([1, 2, 3])])
        let licence = RequestedDocument(.mobileDrivingLicence, elements: [.init(over21, intentToRetain: false)], info: information)
        let scene = try RequestScene()
        let document = try scene.partial(scene.data([licence])).documentRequests[0]
        #expect(document.alternatives.map(\.requested.description) == ["org.iso.18013.5.1/age_over_21"])
        #expect(document.alternatives.flatMap { $0.sets.joined() }.map(\.description) == ["org.iso.18013.5.1/birth_date"])
        #expect(document.issuerKeyIdentifiers == [[1, 2, 3]])
    }

    @Test("Without use cases a single document request is mandatory, and of several any one will do")
    func withoutUseCases() throws {
        let scene = try RequestScene()
        let one = try scene.partial(scene.data())
        #expect(one.presentments == [try .init(isMandatory: true, documentRequestSets: [[0]], isUseCase: false)])
        let two = try scene.partial(scene.data([RequestScene.licence, RequestScene.photoID]))
        #expect(two.presentments == (try [0, 1].map { try .init(isMandatory: false, documentRequestSets: [[$0]], isUseCase: false) }))
    }

    @Test("Use cases that ask for one document each, none of them mandatory, are not taken for none")
    func optionalUseCases() throws {
        let scene = try RequestScene()
        let useCases = [0, 1].map { UseCase(isMandatory: false, documentSets: [[$0]]) }
        let request = try scene.partial(scene.data([RequestScene.licence, RequestScene.photoID], useCases: useCases))
        #expect(request.presentments == (try [0, 1].map { try .init(isMandatory: false, documentRequestSets: [[$0]]) }))
        #expect(try scene.partial(scene.data([RequestScene.licence, RequestScene.photoID])).presentments != request.presentments)
    }

    @Test("Digests tell two requests apart")
    func digests() throws {
        let scene = try RequestScene()
        let (first, again) = (try scene.partial(scene.data()), try scene.partial(scene.data()))
        #expect(first == again)
        let otherNonce = try scene.partial(scene.data(otherNonce: true))
        #expect(otherNonce.encryptionInfoDigest != first.encryptionInfoDigest)
        #expect(otherNonce.deviceRequestDigest == first.deviceRequestDigest)
    }

    // MARK: Signatures

    @Test("Each signature says what it covers")
    func coverage() throws {
        let scene = try RequestScene()
        let signers = [scene.reader(.wholeRequestAndEachDocument), try scene.otherReader()]
        let request = try scene.partial(scene.data([RequestScene.licence, RequestScene.photoID], signers: signers))
        #expect(request.authentications.map(\.coverage) == [.wholeRequest, .wholeRequest, .documentRequest(0), .documentRequest(1)])
        let (own, other) = (signers[0].chain, signers[1].chain)
        #expect(request.authentications.map(\.certificateChain) == [own, other, own, own])
    }

    @Test("A signature that does not verify is left out where another one does")
    func dropped() throws {
        let scene = try RequestScene()
        let other = try scene.otherReader()
        let request = try scene.partial(scene.data(signers: [scene.impostor(), other]))
        #expect(request.authentications.map(\.certificateChain) == [other.chain])
    }

    @Test("A request is refused when it claims signatures and none verifies")
    func refused() throws {
        let scene = try RequestScene()
        #expect(code(try scene.data(signers: [scene.impostor()])) == .readerSignature)
        #expect(code(try scene.data(signers: [scene.impostor(), scene.impostor()])) == .readerSignature)
        // Signed for another page.
        #expect(code(try scene.data(signers: [scene.reader()], origin: "https://other.example")) == .readerSignature)
        #expect(code(try scene.data(signers: [scene.reader()])) == nil)
    }

    @Test("Items are not read before a signature over them verifies")
    func signaturesFirst() throws {
        let scene = try RequestScene()
        let data = try scene.request(signers: [scene.reader()])
        let bytes = try #require(Base64URL.decode(data.deviceRequest))
        let docType = Array("org.iso.18013.5.1.mDL".utf8)
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: docType) })
        var tampered = bytes
        // The text's head becomes that of an array: the items cannot be read any more.
        tampered[place - 1] = 0x95
        let signed = RequestScene.json(deviceRequest: Base64URL.encode(tampered), encryptionInfo: data.encryptionInfo)
        #expect(code(signed) == .readerSignature)
        // The same damage without a signature is found in the items.
        let unsigned = try #require(Base64URL.decode(try scene.request().deviceRequest))
        let unsignedPlace = try #require(unsigned.indices.first { unsigned[$0...].starts(with: docType) })
        var damaged = unsigned
        damaged[unsignedPlace - 1] = 0x95
        #expect(code(try scene.data(deviceRequest: damaged)) == .itemsRequest)
    }

    // MARK: The page

    @Test("The page must have a secure origin in its serialized form")
    func origins() throws {
        let data = try RequestScene().data()
        #expect(code(data, origin: "https://rentals.example:8443") == nil)
        #expect(code(data, origin: "http://localhost:8000") == nil)
        #expect(code(data, origin: "http://wallet.localhost:8000") == nil)
        #expect(code(data, origin: "http://rentals.example") == .insecureOrigin)
        for origin in ["https://rentals.example/", "https://Rentals.example", "https://rentals.example:443", "null", "", "file:///", "https://a b"] {
            #expect(code(data, origin: origin) == .origin, "\(origin)")
        }
    }

    // MARK: The data

    @Test("The data is a JSON object of exactly two strings")
    func dataForm() throws {
        let scene = try RequestScene()
        let request = try scene.request()
        let (device, encryption) = (request.deviceRequest, request.encryptionInfo)
        func code(_ text: String) -> RequestRefusal.Code? { self.code(Array(text.utf8)) }
        #expect(code(#" {"encryptionInfo" : "\#(encryption)",\#n"deviceRequest":\#t"\#(device)"} "#) == nil)
        #expect(code(#"{"deviceRequest":"\#(device)"}"#) == .missingMember)
        #expect(code(#"{"encryptionInfo":"\#(encryption)"}"#) == .missingMember)
        #expect(code("{}") == .missingMember)
        for value in ["1", "null", "true", "[]", "{}"] {
            #expect(code(#"{"deviceRequest":\#(value),"encryptionInfo":"\#(encryption)"}"#) == .memberType)
            #expect(code(#"{"deviceRequest":"\#(device)","encryptionInfo":\#(value)}"#) == .memberType)
        }
        let whole = #"{"deviceRequest":"\#(device)","encryptionInfo":"\#(encryption)"}"#
        let malformed = [
            "", "[]", "null", "{", "{\"", String(whole.dropLast()), whole + "x", whole + whole, "[\(whole)]", "\u{feff}" + whole,
            #"{"deviceRequest":"\#(device)","deviceRequest":"\#(device)","encryptionInfo":"\#(encryption)"}"#,
            #"{"deviceRequest":"\#(device)","encryptionInfo":"\#(encryption)","more":1}"#,
            #"{"deviceRequest":"\#(device)","encryptionInfo":"\#(encryption)",}"#,
            #"{"deviceRequest":"\#(device)" "encryptionInfo":"\#(encryption)"}"#,
            #"{"device\u0052equest":"\#(device)","encryptionInfo":"\#(encryption)"}"#, String(repeating: "[", count: 100_000),
        ]
        for text in malformed { #expect(code(text) == .data, "\(text.prefix(60))") }
        #expect(code(String(repeating: " ", count: ParserInput.maximumDataBytes + 1)) == .tooLarge)
    }

    @Test("Members are strict base64url")
    func base64url() throws {
        let request = try RequestScene().request()
        let (device, encryption) = (request.deviceRequest, request.encryptionInfo)
        let wrong = [device + "=", device + " ", "+" + device.dropFirst(), "/" + device.dropFirst(), device + String(repeating: "A", count: 5 - device.count % 4), device + #"\n"#, "é"]
        for text in wrong { #expect(code(RequestScene.json(deviceRequest: text, encryptionInfo: encryption)) == .base64url, "\(text.suffix(8))") }
        #expect(code(RequestScene.json(deviceRequest: device, encryptionInfo: encryption + "=")) == .base64url)
    }

    // MARK: CBOR

    static let structures: [(name: String, request: CBORValue, code: RequestRefusal.Code?)] = [
        ("as it should be", request(embedded(items)), nil),
        ("an unknown member", .textMap(["version": .text("1.0"), "docRequests": .array([.textMap(["itemsRequest": embedded(items)])]), "x": .null]), nil),
        ("not a map", .array([]), .deviceRequest),
        ("no docRequests", .textMap(["version": .text("1.0")]), .deviceRequest),
        ("docRequests is no array", .textMap(["version": .text("1.0"), "docRequests": .textMap([:])]), .deviceRequest),
        ("docRequests is empty", .textMap(["version": .text("1.0"), "docRequests": .array([])]), .deviceRequest),
        ("a docRequest is no map", .textMap(["version": .text("1.0"), "docRequests": .array([.text("x")])]), .deviceRequest),
        ("no version", .textMap(["docRequests": .array([.textMap(["itemsRequest": embedded(items)])])]), .deviceRequest),
        ("a key twice", .map([.init(key: .text("version"), value: .text("1.0")), .init(key: .text("version"), value: .text("1.0"))]), .duplicateKey),
        ("items without a tag", request(.bytes(items.encoded)), .deviceRequest),
        ("items as they are", request(items), .deviceRequest),
        ("items under two tags", request(.tagged(24, embedded(items))), .deviceRequest),
        ("items under another tag", request(.tagged(25, .bytes(items.encoded))), .deviceRequest),
        ("items are no CBOR", request(.tagged(24, .bytes([0xff]))), .itemsRequest),
        ("items are empty", request(.tagged(24, .bytes([]))), .itemsRequest),
        ("items and a byte", request(.tagged(24, .bytes(items.encoded + [0]))), .itemsRequest),
        ("items are nested too deep", request(.tagged(24, .bytes(nestedItems))), .itemsRequest),
        ("items are no map", request(embedded(.array([]))), .itemsRequest),
        ("no namespaces", request(embedded(.textMap(["docType": .text("d")]))), .itemsRequest),
        ("namespaces are no map", request(embedded(.textMap(["docType": .text("d"), "nameSpaces": .array([])]))), .itemsRequest),
        ("a namespace is no map", request(embedded(.textMap(["docType": .text("d"), "nameSpaces": .textMap(["n": .text("x")])]))), .itemsRequest),
        ("a namespace twice", request(embedded(.textMap(["docType": .text("d"), "nameSpaces": .textMap(["n": .textMap(["e": .boolean(true)]), "n": .textMap(["f": .boolean(true)])])]))), .duplicateKey),
        ("an element twice", request(embedded(Self.items(["e": .boolean(true), "e": .boolean(false)]))), .duplicateKey),
        ("retention is no boolean", request(embedded(Self.items(["e": .unsigned(1)]))), .itemsRequest),
        ("oidc_info", request(embedded(Self.items(["oidc_info": .boolean(false)]))), .forbiddenElement),
        ("webapi_info among others", request(embedded(Self.items(["family_name": .boolean(false), "webapi_info": .boolean(true)]))), .forbiddenElement),
        ("oidc_info elsewhere", request(embedded(Self.items(["oidc_info": .boolean(false)], nameSpace: "other"))), nil),
        ("webapi_info in the second document", requests(embedded(items), embedded(Self.items(["webapi_info": .boolean(false)]))), .forbiddenElement),
        ("an element's name is bytes", request(embedded(bytesForName)), .itemsRequest),
        ("an element's name is not ASCII", request(embedded(Self.items(["n\u{430}me": .boolean(false)]))), .bounds),
    ]

    @Test("Each rule of the request's structure has its outcome", arguments: structures.indices)
    func structure(_ index: Int) throws {
        let (name, request, expected) = Self.structures[index]
        #expect(code(try RequestScene().data(deviceRequest: request)) == expected, "\(name)")
    }

    @Test("Bytes that are not one CBOR item of valid text are refused")
    func cbor() throws {
        let scene = try RequestScene()
        let good = Self.request(Self.embedded(Self.items)).encoded
        for bytes in [[], good + [0], Array(good.dropLast()), [0xa1, 0x61, 0xff, 0x00], Self.nestedItems] {
            #expect(code(try scene.data(deviceRequest: bytes)) == .cbor)
        }
        let device = try scene.request().deviceRequest
        #expect(code(RequestScene.json(deviceRequest: device, encryptionInfo: "")) == .cbor)
        #expect(code(RequestScene.json(deviceRequest: device, encryptionInfo: Base64URL.encode([0x80]))) == .encryptionInfo)
        let noKey = CBORValue.array([.text("dcapi"), .textMap(["nonce": .bytes([UInt8](repeating: 0, count: 16))])])
        #expect(code(RequestScene.json(deviceRequest: device, encryptionInfo: Base64URL.encode(noKey.encoded))) == .encryptionInfo)
    }

    @Test("An alternative must not be a forbidden element either; neither is built")
    func forbiddenAlternative() throws {
        let scene = try RequestScene()
        let over21 = ElementReference(.mobileDrivingLicence, "age_over_21")
        func asked(_ element: ElementReference, or alternative: ElementReference) -> RequestedDocument {
            let information = DocRequestInfo(alternativeDataElements: [AlternativeDataElements(for: element, sets: [[alternative]])])
            return RequestedDocument(.mobileDrivingLicence, elements: [.init(element, intentToRetain: false)], info: information)
        }
        for name in ["oidc_info", "webapi_info"] as [ElementIdentifier] {
            let forbidden = ElementReference(.mobileDrivingLicence, name)
            for document in [asked(over21, or: forbidden), asked(forbidden, or: over21)] {
                #expect(try fault([document], in: scene) == "request.forbiddenElement")
                #expect(code(try scene.data(items: document)) == .forbiddenElement)
            }
            #expect(try fault([asked(over21, or: ElementReference("other", name))], in: scene) == nil)
        }
    }

    /// Whether a request can be built; what is built is extracted.
    private func fault(
        _ documents: [RequestedDocument] = [RequestScene.licence], useCases: [UseCase] = [], signers: [ReaderSigner] = [], in scene: RequestScene
    ) throws -> String? {
        do {
            let data = try scene.data(documents, useCases: useCases, signers: signers)
            #expect(code(data) == nil)
            return nil
        } catch let error as RequestError {
            return error.code
        }
    }

    @Test("Of what a request asks, all that can be built is extracted up to each bound; what is beyond one is not built")
    func builtWithinBounds() throws {
        let scene = try RequestScene()
        func document(_ count: Int, info: DocRequestInfo? = nil) -> RequestedDocument {
            let elements = (0..<count).map { ItemsRequest.Element(ElementReference("example", ElementIdentifier(rawValue: "e\($0)")), intentToRetain: false) }
            return RequestedDocument("example.document.1", elements: elements, info: info)
        }
        func alternatives(_ count: Int, sets: Int = 1, elements: Int = 1) -> [RequestedDocument] {
            let references = document(max(count, elements)).elements.map(\.reference)
            let sets = Array(repeating: Array(references.prefix(elements)), count: sets)
            return [document(count, info: DocRequestInfo(alternativeDataElements: references.prefix(count).map { AlternativeDataElements(for: $0, sets: sets) }))]
        }
        func issuers(_ count: Int, bytes: Int) -> [RequestedDocument] {
            [document(1, info: DocRequestInfo(issuerIdentifiers: Array(repeating: ByteSlice([UInt8](repeating: 1, count: bytes)), count: count)))]
        }
        func named(_ name: String) -> [RequestedDocument] {
            [RequestedDocument("example.document.1", nameSpace: "example", elements: [ElementIdentifier(rawValue: name)])]
        }
        let asked: [(within: [RequestedDocument], beyond: [RequestedDocument], code: String)] = [
            ([document(512)], [document(513)], "request.tooMany"),
            (Array(repeating: document(512), count: 4), Array(repeating: document(512), count: 4) + [document(1)], "request.tooMany"),
            (alternatives(32), alternatives(33), "request.tooMany"),
            (alternatives(1, sets: 16), alternatives(1, sets: 17), "request.tooMany"),
            (alternatives(1, elements: 16), alternatives(1, elements: 17), "request.tooMany"),
            (issuers(1000, bytes: 64), issuers(1001, bytes: 64), "request.tooMany"),
            (issuers(1, bytes: 1), issuers(1, bytes: 0), "request.issuerIdentifier"),
            (issuers(1, bytes: 64), issuers(1, bytes: 65), "request.issuerIdentifier"),
            (named(String(repeating: "~", count: 256)), named(String(repeating: "~", count: 257)), "request.identifier"),
            (named("!name"), named("my name"), "request.identifier"), (named("name"), named("n\u{430}me"), "request.identifier"),
        ]
        for (number, row) in asked.enumerated() {
            #expect(try fault(row.within, in: scene) == nil, "row \(number)")
            #expect(try fault(row.beyond, in: scene) == row.code, "row \(number)")
        }
        func useCase(_ sets: [[Int]]) -> [UseCase] { [UseCase(isMandatory: true, documentSets: sets)] }
        #expect(try fault(useCases: useCase(Array(repeating: [0], count: 16)), in: scene) == nil)
        #expect(try fault(useCases: useCase(Array(repeating: [0], count: 17)), in: scene) == "request.tooMany")
        #expect(try fault(useCases: useCase([[0, 0]]), in: scene) == "request.repeatedDocument")
    }

    @Test("Of how long a request is as a whole, all that can be built is extracted up to the bound; what is beyond it is not built")
    func builtWithinLength() throws {
        let scene = try RequestScene()
        let info = DocRequestInfo(issuerIdentifiers: Array(repeating: ByteSlice([UInt8](repeating: 1, count: 64)), count: 1000))
        let elements = (0..<100).map { number in
            let name = String(repeating: "e", count: 200) + "\(number)"
            return ItemsRequest.Element(ElementReference("example", ElementIdentifier(rawValue: name)), intentToRetain: false)
        }
        let documents = Array(repeating: RequestedDocument("example.document.1", elements: elements, info: info), count: 16)
        let reader = scene.parties.reader
        func signer(_ last: Int) -> ReaderSigner {
            let others = (Array(repeating: 393_216, count: 4) + [last]).map { [UInt8](repeating: 0, count: $0) }
            return ReaderSigner(name: "reader", chain: [reader.derEncoded] + others, key: reader.signingKey)
        }
        // Three bytes are four letters.
        let short = try scene.request(documents, signers: [signer(100_000)])
        let letters = short.deviceRequest.utf8.count
        let room = ParserInput.maximumDataBytes - RequestScene.json(short).count
        let longest = 100_000 + 3 * (letters + room) / 4 - 3 * letters / 4
        #expect(try fault(documents, signers: [signer(longest)], in: scene) == nil)
        #expect(try fault(documents, signers: [signer(longest + 1)], in: scene) == "request.tooMany")
    }

    @Test("Of who signs, all that can be built is extracted up to each bound, the certificates of every signature counted; what is beyond one is not built")
    func signedWithinBounds() throws {
        let scene = try RequestScene()
        let reader = scene.parties.reader
        func signer(_ sizes: [Int], _ coverage: ReaderSigner.Coverage = .wholeRequest) -> ReaderSigner {
            let others = sizes.map { [UInt8](repeating: 0, count: $0) }
            return ReaderSigner(name: "reader", chain: [reader.derEncoded] + others, key: reader.signingKey, coverage: coverage)
        }
        func fault(_ signers: ReaderSigner..., documents: Int = 1) throws -> String? {
            try self.fault(Array(repeating: RequestScene.licence, count: documents), signers: signers, in: scene)
        }
        #expect(try fault(signer(Array(repeating: 1, count: 7))) == nil)
        #expect(try fault(signer(Array(repeating: 1, count: 8))) == "request.signerChain")
        #expect(try fault(ReaderSigner(name: "nobody", chain: [], key: reader.signingKey)) == "request.signerChain")
        #expect(try fault(signer([393_216])) == nil)
        #expect(try fault(signer([393_217])) == "request.certificateBytes")
        #expect(try fault(signer([0])) == "request.certificateBytes")
        // 2 MiB, once by one signature, and once by one of each of three documents and one of all.
        let (own, all) = (reader.derEncoded.count, 2 << 20)
        let rest = all - own - 5 * 393_216
        #expect(try fault(signer(Array(repeating: 393_216, count: 5) + [rest])) == nil)
        #expect(try fault(signer(Array(repeating: 393_216, count: 5) + [rest + 1])) == "request.tooMany")
        #expect(try fault(signer(Array(repeating: 393_216, count: 5) + [rest - own]), scene.reader()) == nil)
        #expect(try fault(signer(Array(repeating: 393_216, count: 5) + [rest - own + 1]), scene.reader()) == "request.tooMany")
        let each = all / 4 - own - 262_144
        #expect(try fault(signer([262_144, each], .wholeRequestAndEachDocument), documents: 3) == nil)
        #expect(try fault(signer([262_144, each + 1], .wholeRequestAndEachDocument), documents: 3) == "request.tooMany")
    }

    @Test("More use cases than are shown are refused")
    func bounds() throws {
        let scene = try RequestScene()
        let most = Array(repeating: UseCase(isMandatory: true, documentSets: [[0]]), count: 16)
        #expect(code(try scene.data(useCases: most)) == nil)
        let request = try DeviceRequest(Base64URL.decode(scene.request().deviceRequest) ?? [])
        let more = DeviceRequest.encode(
            items: [(request.docRequests[0].encodedItemsRequest, nil)], info: DeviceRequest.encodeInfo(useCases: most + [most[0]]), readerAuthAll: [])
        #expect(code(try scene.data(deviceRequest: more)) == .itemsRequest)
    }

    // MARK: Input nobody thought of

    /// Requests to extract; `MDOC_REQUESTS` asks for more.
    private static let requests = ProcessInfo.processInfo.environment["MDOC_REQUESTS"].flatMap(Int.init) ?? 20_000

    @Test("Mutated requests are extracted or refused, and what is extracted fits a reply")
    func mutations() async throws {
        let scene = try RequestScene()
        var requests = try RequestMutator(scene, seed: 13)
        var extracted = 0
        for round in 0..<Self.requests {
            // Other tests wait for this thread.
            if round.isMultiple(of: 20) { await Task.yield() }
            guard let request = try? RequestExtraction.partialRequest(from: requests.next(), origin: scene.origin) else { continue }
            extracted += 1
            let reply = ParserReply(confinement: .complete, outcome: .request(request))
            if (try? ParserReply(decoding: reply.encode())) != reply { Issue.record("round \(round) does not fit a reply") }
        }
        #expect(extracted > 1000, "the mutations leave too little to extract")
        if Self.requests > 20_000 { print("\(Self.requests) requests, \(extracted) extracted") }
    }
}
