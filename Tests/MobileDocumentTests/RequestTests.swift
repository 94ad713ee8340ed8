import CBOR
import COSE
import MobileDocument
import Testing
import VectorSupport

@Suite("DeviceRequest")
struct RequestTests {
    private let element = ElementReference(.mobileDrivingLicence, "age_over_18")

    private func decode(_ value: CBORValue) throws -> DeviceRequest { try DeviceRequest(value.encoded) }
    private func decode(items: CBORValue) throws -> ItemsRequest { try decode(Fixture.request(items: items)).docRequests[0].itemsRequest }
    private func decode(info: CBORValue) throws -> DeviceRequest {
        try decode(Fixture.request().with("version", .text("1.1")).with("deviceRequestInfo", Fixture.embedded(info)))
    }

    // MARK: Round trip

    @Test("A request with everything is decoded to what was encoded")
    func roundTrip() throws {
        let items = ItemsRequest(
            docType: .mobileDrivingLicence,
            elements: [
                .init(ElementReference(.mobileDrivingLicence, "portrait"), intentToRetain: true), .init(element, intentToRetain: false),
                .init(ElementReference(.aamva, "DHS_compliance"), intentToRetain: false),
            ],
            requestInfo: DocRequestInfo(
                alternativeDataElements: [
                    AlternativeDataElements(for: element, sets: [[ElementReference(.mobileDrivingLicence, "age_in_years")], [ElementReference(.mobileDrivingLicence, "birth_date"), ElementReference(.mobileDrivingLicence, "sex")]])
                ],
                issuerIdentifiers: [ByteSlice([1, 2, 3])], uniqueDocSetRequired: true, maximumResponseSize: 100_000))
        let useCases = [
            UseCase(isMandatory: true, documentSets: [[0], [1, 0]], purposeHints: [UseCase.isoController: 3, "example.controller": -1]),
            UseCase(isMandatory: false, documentSets: [[1]]),
        ]
        let first = DeviceRequest.encodeItems(items)
        let second = DeviceRequest.encodeItems(ItemsRequest(docType: "other", elements: [.init(ElementReference("n", "e"), intentToRetain: false)]))
        let info = DeviceRequest.encodeInfo(useCases: useCases)
        let signature = try COSESign1.encode(signing: [1], isDetached: true, with: SigningKey.generate(.p256))
        let request = try DeviceRequest(
            DeviceRequest.encode(items: [(first, signature), (second, nil)], info: info, readerAuthAll: [signature, signature]))

        #expect(request.version == "1.1")
        #expect(request.docRequests.count == 2)
        let decoded = request.docRequests[0].itemsRequest
        #expect(decoded.docType == items.docType)
        #expect(Set(decoded.elements) == Set(items.elements))
        #expect(decoded.requestInfo == items.requestInfo)
        #expect(request.docRequests[0].encodedItemsRequest.encoded == first.encoded)
        #expect(request.docRequests[0].readerAuth != nil)
        #expect(request.docRequests[1].readerAuth == nil)
        #expect(request.docRequests[1].itemsRequest.requestInfo == nil)
        #expect(request.useCases == useCases)
        #expect(request.readerAuthAll.count == 2)
        #expect(request.encodedDeviceRequestInfo?.encoded == info?.encoded)
        #expect(!request.ignoredNewerMembers)
    }

    @Test("The version is 1.1 exactly when there are purposes or signatures over the whole")
    func versionRule() throws {
        let items = DeviceRequest.encodeItems(ItemsRequest(docType: "t", elements: [.init(ElementReference("n", "e"), intentToRetain: false)]))
        let info = DeviceRequest.encodeInfo(useCases: [UseCase(isMandatory: true, documentSets: [[0]])])
        let signature = Fixture.sign1.encoded
        func version(_ auth: [UInt8]?, _ info: EmbeddedCBOR?, _ all: [[UInt8]]) throws -> String {
            try DeviceRequest(DeviceRequest.encode(items: [(items, auth)], info: info, readerAuthAll: all)).version
        }
        #expect(try version(nil, nil, []) == "1.0")
        #expect(try version(signature, nil, []) == "1.0")
        #expect(try version(nil, info, []) == "1.1")
        #expect(try version(nil, nil, [signature]) == "1.1")
        #expect(try version(nil, info, [signature]) == "1.1")
        #expect(DeviceRequest.encodeInfo(useCases: []) == nil)
    }

    @Test("Equal requests have equal bytes, in whatever order their elements were named")
    func deterministic() {
        let names = ["sex", "age_over_18", "b", "aa", "family_name", "height", "weight"]
        func encode(_ order: [String], _ nameSpaces: [String]) -> [UInt8] {
            let elements = nameSpaces.flatMap { nameSpace in
                order.map { ItemsRequest.Element(ElementReference(NameSpace(rawValue: nameSpace), ElementIdentifier(rawValue: $0)), intentToRetain: $0 == "b") }
            }
            return DeviceRequest.encodeItems(ItemsRequest(docType: "t", elements: elements)).encoded.array
        }
        let reference = encode(names, ["n", "nn", "m"])
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<20 {
            #expect(encode(names.shuffled(using: &generator), ["n", "nn", "m"].shuffled(using: &generator)) == reference)
        }
    }

    @Test("Map keys are written shorter first, then by their bytes")
    func keyOrder() {
        let items = ItemsRequest(
            docType: "t", elements: ["bb", "aa", "c", "B"].map { .init(ElementReference("n", ElementIdentifier(rawValue: $0)), intentToRetain: false) })
        let expected = CBORValue.textMap([
            "docType": .text("t"),
            "nameSpaces": .textMap(["n": .textMap(["B": .boolean(false), "c": .boolean(false), "aa": .boolean(false), "bb": .boolean(false)])]),
        ])
        #expect(DeviceRequest.encodeItems(items).content.array == expected.encoded)
    }

    @Test("Purposes are written the same way every time", arguments: 0..<5)
    func deterministicPurposes(round: Int) throws {
        let hints: [String: Int64] = ["c": 1, "a": 2, "bb": 3, UseCase.isoController: 1]
        let bytes = try #require(DeviceRequest.encodeInfo(useCases: [UseCase(isMandatory: true, documentSets: [[0]], purposeHints: hints)])).content.array
        let expected = CBORValue.textMap([
            "useCases": .array([
                .textMap([
                    "mandatory": .boolean(true), "documentSets": .array([.array([.unsigned(0)])]),
                    "purposeHints": .textMap(["a": .unsigned(2), "c": .unsigned(1), "bb": .unsigned(3), UseCase.isoController: .unsigned(1)]),
                ])
            ])
        ])
        #expect(bytes == expected.encoded)
    }

    // MARK: Versions

    @Test("Any minor version of version 1 is read, another major version refused", arguments: [("1.0", true), ("1.1", true), ("1.9", true), ("2.0", false), ("0.9", false), ("1", false), ("", false), ("x", false)])
    func versions(text: String, isAccepted: Bool) {
        let value = Fixture.request().with("version", .text(text))
        if isAccepted {
            #expect(throws: Never.self) { _ = try decode(value) }
        } else {
            expectCBORError(.invalidValue) { _ = try decode(value) }
        }
    }

    @Test("A version 1.0 request with newer members is read without them, and says so")
    func newerMembersInFirstVersion() throws {
        let info = Fixture.embedded(.textMap(["useCases": .array([.textMap(["mandatory": .boolean(true), "documentSets": .array([.array([.unsigned(0)])])])])]))
        let value = Fixture.request().with("deviceRequestInfo", info).with("readerAuthAll", .array([Fixture.sign1]))
        let first = try decode(value)
        #expect(first.ignoredNewerMembers)
        #expect(first.useCases.isEmpty && first.readerAuthAll.isEmpty && first.encodedDeviceRequestInfo == nil)
        let second = try decode(value.with("version", .text("1.1")))
        #expect(!second.ignoredNewerMembers)
        #expect(second.useCases.count == 1 && second.readerAuthAll.count == 1 && second.encodedDeviceRequestInfo != nil)
        #expect(try !decode(Fixture.request()).ignoredNewerMembers)
    }

    // MARK: Shape

    @Test("Every mandatory member of a request is missed when it is left out")
    func missingMembers() {
        expectCBORError(.missingMember, "version") { _ = try decode(Fixture.request().without("version")) }
        #expect(throws: CBORError.self, "docRequests") { _ = try decode(Fixture.request().without("docRequests")) }
        expectCBORError(.missingMember, "itemsRequest") { _ = try decode(Fixture.request().with("docRequests", .array([.map([])]))) }
        for member in ["docType", "nameSpaces"] {
            expectCBORError(.missingMember, "\(member)") { _ = try decode(items: Fixture.itemsRequest.without(member)) }
        }
    }

    @Test("A request for no documents, no namespaces or no elements is refused")
    func emptyRequests() {
        expectCBORError(.invalidValue) { _ = try decode(Fixture.request().with("docRequests", .array([]))) }
        expectCBORError(.invalidValue) { _ = try decode(items: Fixture.itemsRequest.with("nameSpaces", .map([]))) }
        expectCBORError(.invalidValue) { _ = try decode(items: Fixture.itemsRequest.with("nameSpaces", .textMap(["a": .map([])]))) }
        expectCBORError(.invalidValue) {
            _ = try decode(items: Fixture.itemsRequest.with("nameSpaces", .textMap(["a": .textMap(["x": .boolean(true)]), "b": .map([])])))
        }
    }

    @Test("A request asks for at most 16 documents in at most 16 use cases and carries at most 16 signatures over the whole")
    func bounds() throws {
        let document = CBORValue.textMap(["itemsRequest": Fixture.embedded(Fixture.itemsRequest)])
        func decode(documents: Int, signatures: Int) throws -> DeviceRequest {
            try self.decode(
                Fixture.request().with("version", .text("1.1")).with("docRequests", .array(Array(repeating: document, count: documents)))
                    .with("readerAuthAll", .array(Array(repeating: Fixture.sign1, count: signatures))))
        }
        let largest = try decode(documents: 16, signatures: 16)
        #expect(largest.docRequests.count == 16 && largest.readerAuthAll.count == 16)
        expectCBORError(.invalidValue, "documents") { _ = try decode(documents: 17, signatures: 0) }
        expectCBORError(.invalidValue, "signatures") { _ = try decode(documents: 1, signatures: 17) }
        let useCase = CBORValue.textMap(["mandatory": .boolean(true), "documentSets": .array([.array([.unsigned(0)])])])
        func decode(useCases: Int) throws -> DeviceRequest {
            let info = Fixture.embedded(.textMap(["useCases": .array(Array(repeating: useCase, count: useCases))]))
            return try self.decode(Fixture.request().with("version", .text("1.1")).with("deviceRequestInfo", info))
        }
        #expect(try decode(useCases: 16).useCases.count == 16)
        expectCBORError(.invalidValue, "use cases") { _ = try decode(useCases: 17) }
    }

    @Test("Unknown members are ignored, wrong types are not")
    func membersOfOtherKinds() throws {
        let items = Fixture.itemsRequest.with("new", .null).with("requestInfo", .textMap(["new": .map([])]))
        #expect(try decode(Fixture.request(items: items).with("new", .array([]))).docRequests.count == 1)
        for (member, value) in [("docType", .bytes([])), ("nameSpaces", .array([])), ("requestInfo", .null)] as [(String, CBORValue)] {
            expectCBORError(.unexpectedType, "\(member)") { _ = try decode(items: Fixture.itemsRequest.with(member, value)) }
        }
        expectCBORError(.unexpectedType, "intent") { _ = try decode(items: Fixture.itemsRequest.with("nameSpaces", .textMap(["a": .textMap(["x": .null])]))) }
        expectCBORError(.unexpectedType, "not embedded") { _ = try decode(Fixture.request().with("docRequests", .array([.textMap(["itemsRequest": Fixture.itemsRequest])]))) }
    }

    @Test("Duplicates and trailing bytes are refused, inside tag 24 too")
    func strictness() {
        let doubled = CBORValue.map(Fixture.itemsRequest.entries + Fixture.itemsRequest.entries.suffix(1))
        expectCBORError(.duplicateKey) { _ = try decode(items: doubled) }
        expectCBORError(.trailingBytes) { _ = try DeviceRequest(Fixture.request().encoded + [0]) }
        let trailing = CBORValue.tagged(24, .bytes(Fixture.itemsRequest.encoded + [0]))
        expectCBORError(.trailingBytes) { _ = try decode(Fixture.request().with("docRequests", .array([.textMap(["itemsRequest": trailing])]))) }
    }

    @Test("Every prefix of a request is refused")
    func truncation() {
        let bytes = Fixture.request().encoded
        for length in 0..<bytes.count {
            expectCBORError(.truncated, "prefix of \(length)") { _ = try DeviceRequest(Array(bytes.prefix(length))) }
        }
    }

    // MARK: Further wishes

    @Test("Alternatives need an element and sets that are not empty")
    func alternatives() throws {
        func decode(_ alternative: CBORValue) throws -> AlternativeDataElements? {
            try self.decode(items: Fixture.itemsRequest.with("requestInfo", .textMap(["alternativeDataElements": .array([alternative])])))
                .requestInfo?.alternativeDataElements.first
        }
        let reference = CBORValue.array([.text("n"), .text("e")])
        let good = CBORValue.textMap(["requestedElement": reference, "alternativeElementSets": .array([.array([reference])])])
        #expect(try decode(good) == AlternativeDataElements(for: ElementReference("n", "e"), sets: [[ElementReference("n", "e")]]))
        expectCBORError(.missingMember) { _ = try decode(good.without("requestedElement")) }
        expectCBORError(.invalidValue) { _ = try decode(good.without("alternativeElementSets")) }
        expectCBORError(.invalidValue) { _ = try decode(good.with("alternativeElementSets", .array([]))) }
        expectCBORError(.invalidValue) { _ = try decode(good.with("alternativeElementSets", .array([.array([])]))) }
        expectCBORError(.invalidValue) { _ = try decode(good.with("requestedElement", .array([.text("n")]))) }
        expectCBORError(.invalidValue) { _ = try decode(good.with("requestedElement", .array([.text("n"), .text("")]))) }
    }

    @Test("A required zero-knowledge proof is noticed")
    func zeroKnowledge() throws {
        func required(_ info: CBORValue) throws -> Bool? {
            try decode(items: Fixture.itemsRequest.with("requestInfo", info)).requestInfo?.zeroKnowledgeRequired
        }
        #expect(try required(.textMap(["zkRequest": .textMap(["systemSpecs": .array([]), "zkRequired": .boolean(true)])])) == true)
        #expect(try required(.textMap(["zkRequest": .textMap(["systemSpecs": .array([]), "zkRequired": .boolean(false)])])) == false)
        #expect(try required(.textMap(["uniqueDocSetRequired": .boolean(false)])) == false)
    }

    @Test("Wishes for nothing are empty, any wish is not")
    func emptyInfo() {
        #expect(DocRequestInfo().isEmpty)
        #expect(!DocRequestInfo(uniqueDocSetRequired: false).isEmpty)
        #expect(!DocRequestInfo(maximumResponseSize: 0).isEmpty)
        #expect(!DocRequestInfo(issuerIdentifiers: [ByteSlice([1])]).isEmpty)
    }

    // MARK: Purposes

    @Test("A purpose names document requests that exist")
    func documentSets() throws {
        func decode(_ sets: CBORValue) throws -> [UseCase] {
            try self.decode(info: .textMap(["useCases": .array([.textMap(["mandatory": .boolean(false), "documentSets": sets])])])).useCases
        }
        #expect(try decode(.array([.array([.unsigned(0)])])).first?.documentSets == [[0]])
        expectCBORError(.invalidValue, "past the end") { _ = try decode(.array([.array([.unsigned(1)])])) }
        expectCBORError(.invalidValue, "huge") { _ = try decode(.array([.array([.unsigned(.max)])])) }
        expectCBORError(.unexpectedType, "negative") { _ = try decode(.array([.array([.integer(-1)])])) }
        expectCBORError(.invalidValue, "empty set") { _ = try decode(.array([.array([])])) }
        expectCBORError(.missingMember, "no set") { _ = try decode(.array([])) }
    }

    @Test("A purpose without its mandatory members is refused")
    func missingInPurpose() {
        expectCBORError(.missingMember) { _ = try decode(info: .textMap(["useCases": .array([.textMap(["mandatory": .boolean(true)])])])) }
        expectCBORError(.missingMember) { _ = try decode(info: .textMap(["useCases": .array([.textMap(["documentSets": .array([.array([.unsigned(0)])])])])])) }
    }

    @Test("Information about the request may hold members that are not known, but nothing after its map")
    func requestInfo() throws {
        #expect(try decode(info: .textMap(["new": .null])).useCases.isEmpty)
        let trailing = CBORValue.tagged(24, .bytes([0xa0, 0x00]))
        expectCBORError(.trailingBytes) { _ = try decode(Fixture.request().with("version", .text("1.1")).with("deviceRequestInfo", trailing)) }
    }
}
