import CBOR
import COSE
import MobileDocument
import Testing
import VectorSupport

@Suite("DeviceResponse")
struct ResponseTests {
    private func decode(_ value: CBORValue) throws -> DeviceResponse { try DeviceResponse(value.encoded) }

    private func decode(item: CBORValue) throws -> IssuerSignedItem {
        let issuerSigned = try IssuerSigned(Fixture.issuerSigned(items: [item]).encoded)
        return issuerSigned.items[0]
    }

    @Test("A response of one document is read with all its parts")
    func whole() throws {
        let response = try decode(Fixture.response())
        #expect(response.version == "1.0")
        #expect(response.status == .ok)
        #expect(response.documents.count == 1)
        let document = response.documents[0]
        #expect(document.docType == .mobileDrivingLicence)
        #expect(document.issuerSigned.nameSpaces.map(\.nameSpace) == [.mobileDrivingLicence])
        let item = document.issuerSigned.items[0]
        #expect(item.digestID == 0)
        #expect(item.randomBytes == 16)
        #expect(item.elementIdentifier == "family_name")
        #expect(try item.elementValue.value() == .text(Fixture.canary))
        #expect(item.encoded.encoded.array == Fixture.embedded(Fixture.item()).encoded)
        #expect(document.issuerSigned.issuerAuthEncoded.array == Fixture.sign1.encoded)
        guard case .signature = document.deviceSigned.deviceAuth else { Issue.record("not a signature"); return }
    }

    // MARK: Members

    @Test("Every mandatory member of a response is missed when it is left out")
    func missingMembers() {
        for member in ["version", "status"] {
            expectCBORError(.missingMember, "DeviceResponse.\(member)") { _ = try decode(Fixture.response().without(member)) }
        }
        for member in ["docType", "issuerSigned", "deviceSigned"] {
            expectCBORError(.missingMember, "Document.\(member)") { _ = try decode(Fixture.response(document: Fixture.document().without(member))) }
        }
        expectCBORError(.missingMember, "IssuerSigned.issuerAuth") {
            _ = try decode(Fixture.response(document: Fixture.document(issuerSigned: Fixture.issuerSigned().without("issuerAuth"))))
        }
        for member in ["nameSpaces", "deviceAuth"] {
            expectCBORError(.missingMember, "DeviceSigned.\(member)") {
                _ = try decode(Fixture.response(document: Fixture.document(deviceSigned: Fixture.deviceSigned().without(member))))
            }
        }
        for member in ["digestID", "random", "elementIdentifier", "elementValue"] {
            expectCBORError(.missingMember, "IssuerSignedItem.\(member)") { _ = try decode(item: Fixture.item().without(member)) }
        }
    }

    @Test("Members a later edition may add are ignored everywhere")
    func unknownMembers() throws {
        let item = Fixture.item().with("new", .null)
        let document = Fixture.document(
            issuerSigned: Fixture.issuerSigned(items: [item]).with("new", .null),
            deviceSigned: Fixture.deviceSigned(auth: .textMap(["deviceSignature": Fixture.sign1, "new": .null])).with("new", .null)
        ).with("new", .array([]))
        let response = try decode(Fixture.response(document: document).with("new", .map([])))
        #expect(response.documents[0].issuerSigned.items[0].elementIdentifier == "family_name")
    }

    @Test("Members come in any order")
    func order() throws {
        let response = Fixture.response()
        #expect(try decode(.map(response.entries.reversed())).documents.count == 1)
        #expect(try decode(item: .map(Fixture.item().entries.reversed())).digestID == 0)
    }

    @Test("A response with a member of a wrong type is refused")
    func types() {
        for (member, value) in [("version", .unsigned(1)), ("status", .text("0")), ("status", .negative(0)), ("documents", .map([])), ("documents", .null)] as [(String, CBORValue)] {
            expectCBORError(.unexpectedType, "\(member)") { _ = try decode(Fixture.response().with(member, value)) }
        }
        for (member, value) in [("digestID", .text("0")), ("random", .text("x")), ("elementIdentifier", .bytes([]))] as [(String, CBORValue)] {
            expectCBORError(.unexpectedType, "\(member)") { _ = try decode(item: Fixture.item().with(member, value)) }
        }
    }

    @Test("Bytes after the response, or inside an item after its map, are refused")
    func trailingBytes() {
        expectCBORError(.trailingBytes) { _ = try DeviceResponse(Fixture.response().encoded + [0]) }
        let item = CBORValue.tagged(24, .bytes(Fixture.item().encoded + [0]))
        let issuerSigned = Fixture.issuerSigned().with("nameSpaces", .textMap([Fixture.nameSpace: .array([item])]))
        expectCBORError(.trailingBytes) { _ = try IssuerSigned(issuerSigned.encoded) }
        expectCBORError(.trailingBytes) { _ = try IssuerSigned(Fixture.issuerSigned().encoded + [0]) }
        let nameSpaces = CBORValue.tagged(24, .bytes([0xa0, 0x00]))
        expectCBORError(.trailingBytes) {
            _ = try decode(Fixture.response(document: Fixture.document(deviceSigned: Fixture.deviceSigned().with("nameSpaces", nameSpaces))))
        }
    }

    @Test("Every prefix of a response is refused, and no changed byte is fatal")
    func truncation() {
        let bytes = Fixture.response().encoded
        for length in 0..<bytes.count {
            expectCBORError(.truncated, "prefix of \(length)") { _ = try DeviceResponse(Array(bytes.prefix(length))) }
        }
        for position in bytes.indices {
            for mask in [UInt8(0x01), 0x20, 0x80, 0xff] {
                var changed = bytes
                changed[position] ^= mask
                _ = try? DeviceResponse(changed)
            }
        }
    }

    @Test("A duplicate member is refused at every level, inside tag 24 too")
    func duplicates() {
        func doubled(_ value: CBORValue) -> CBORValue { .map(value.entries + value.entries.suffix(1)) }
        let documents: [CBORValue] = [
            doubled(Fixture.response()), Fixture.response(document: doubled(Fixture.document())),
            Fixture.response(document: Fixture.document(issuerSigned: doubled(Fixture.issuerSigned()))),
            Fixture.response(document: Fixture.document(issuerSigned: Fixture.issuerSigned(items: [doubled(Fixture.item())]))),
            Fixture.response(document: Fixture.document(deviceSigned: doubled(Fixture.deviceSigned()))),
            Fixture.response(document: Fixture.document(deviceSigned: Fixture.deviceSigned(nameSpaces: doubled(.textMap(["a": .textMap(["b": .null])]))))),
        ]
        for (index, value) in documents.enumerated() { expectCBORError(.duplicateKey, "\(index)") { _ = try decode(value) } }
    }

    @Test("A duplicate inside an element's value is refused though nobody reads it yet")
    func duplicateInValue() {
        let value = CBORValue.map([.init(key: .unsigned(1), value: .null), .init(key: .unsigned(1), value: .null)])
        expectCBORError(.duplicateKey) { _ = try decode(item: Fixture.item(value: value)) }
    }

    // MARK: Items

    @Test("A digest identifier lies below 2^31")
    func digestID() throws {
        #expect(try decode(item: Fixture.item(digestID: .unsigned((1 << 31) - 1))).digestID == 2_147_483_647)
        expectCBORError(.invalidValue) { _ = try decode(item: Fixture.item(digestID: .unsigned(1 << 31))) }
        expectCBORError(.invalidValue) { _ = try decode(item: Fixture.item(digestID: .unsigned(.max))) }
        expectCBORError(.unexpectedType) { _ = try decode(item: Fixture.item(digestID: .negative(0))) }
        expectCBORError(.unexpectedType) { _ = try decode(item: Fixture.item(digestID: .tagged(2, .bytes([1])))) }
    }

    @Test("A random value of any length is read and its length reported", arguments: [0, 8, 15, 16, 32, 64])
    func randomLength(length: Int) throws {
        #expect(try decode(item: Fixture.item(random: length)).randomBytes == length)
    }

    @Test("An item must be embedded under tag 24")
    func itemNotEmbedded() {
        let issuerSigned = Fixture.issuerSigned().with("nameSpaces", .textMap([Fixture.nameSpace: .array([Fixture.item()])]))
        expectCBORError(.unexpectedType) { _ = try IssuerSigned(issuerSigned.encoded) }
    }

    @Test("An item keeps its bytes as received, in any key order and with longer heads than needed")
    func originalBytes() throws {
        // {"digestID": 0 (as 1800), "random": 16 bytes, "elementIdentifier": "sex", "elementValue": 1 (as 1801)}
        let content = Hex.bytes("b804") + CBORValue.text("elementValue").encoded + Hex.bytes("1801") + CBORValue.text("random").encoded
            + Hex.bytes("5810") + [UInt8](repeating: 5, count: 16) + CBORValue.text("digestID").encoded + Hex.bytes("1800")
            + CBORValue.text("elementIdentifier").encoded + CBORValue.text("sex").encoded
        let encoded = Hex.bytes("d90018 59") + [0x00, UInt8(content.count)] + content
        var writer = CBORWriter()
        writer.map(2)
        writer.text("nameSpaces")
        writer.map(1)
        writer.text("a")
        writer.array(1)
        writer.encoded(encoded)
        writer.text("issuerAuth")
        Fixture.sign1.write(to: &writer)
        let issuerSigned = try IssuerSigned(writer.bytes)
        let item = issuerSigned.items[0]
        #expect(item.encoded.encoded.array == encoded)
        #expect(item.elementValue.encoded.array == [0x18, 0x01])
        // A wallet sends it on the same way.
        var again = CBORWriter()
        issuerSigned.write(issuerSigned.items, to: &again)
        #expect(again.bytes == writer.bytes)
    }

    @Test("A selection of items is written in its original bytes, and nothing selected leaves namespaces out")
    func selection() throws {
        let issuerSigned = try IssuerSigned(
            Fixture.issuerSigned(items: [Fixture.item(), Fixture.item(digestID: .unsigned(1), identifier: "sex", value: .unsigned(1))]).encoded)
        var one = CBORWriter()
        issuerSigned.write([issuerSigned.items[1]], to: &one)
        #expect(try IssuerSigned(one.bytes).items.map(\.elementIdentifier) == ["sex"])
        var none = CBORWriter()
        issuerSigned.write([], to: &none)
        let empty = try IssuerSigned(none.bytes)
        #expect(empty.nameSpaces.isEmpty)
        #expect(empty.issuerAuthEncoded == issuerSigned.issuerAuthEncoded)
    }

    @Test("A selection has the namespaces of its items, each with its own")
    func selectionOfNameSpaces() throws {
        let items = [Fixture.item(identifier: "one"), Fixture.item(digestID: .unsigned(1), identifier: "two")].map(Fixture.embedded)
        let issuerSigned = try IssuerSigned(
            Fixture.issuerSigned().with("nameSpaces", .textMap(["a": .array([items[0]]), "b": .array([items[1], items[0]])])).encoded)
        #expect(issuerSigned.nameSpaces.map(\.nameSpace) == ["a", "b"] && issuerSigned.nameSpaces.map(\.positions) == [0..<1, 1..<3])
        for (selection, expected) in [([0, 1, 2], ["a/one", "b/two", "b/one"]), ([0, 2], ["a/one", "b/one"]), ([1], ["b/two"])] {
            var writer = CBORWriter()
            issuerSigned.write(selection.map { issuerSigned.items[$0] }, to: &writer)
            #expect(try IssuerSigned(writer.bytes).items.map(\.reference.description) == expected)
        }
    }

    @Test("A wallet may release nothing, but no namespace may be empty")
    func nothingReleased() throws {
        let none = try IssuerSigned(Fixture.issuerSigned().without("nameSpaces").encoded)
        #expect(none.nameSpaces.isEmpty)
        expectCBORError(.invalidValue) { _ = try IssuerSigned(Fixture.issuerSigned(items: []).encoded) }
    }

    // MARK: Device

    @Test("Device authentication is exactly one of signature and MAC")
    func deviceAuth() throws {
        func decode(_ auth: CBORValue) throws -> DeviceAuth {
            try self.decode(Fixture.response(document: Fixture.document(deviceSigned: Fixture.deviceSigned(auth: auth)))).documents[0].deviceSigned.deviceAuth
        }
        guard case .signature = try decode(.textMap(["deviceSignature": Fixture.sign1])) else { Issue.record("signature"); return }
        guard case .mac = try decode(.textMap(["deviceMac": Fixture.mac0])) else { Issue.record("MAC"); return }
        expectCBORError(.invalidValue, "none") { _ = try decode(.map([])) }
        expectCBORError(.invalidValue, "unknown") { _ = try decode(.textMap(["other": Fixture.sign1])) }
        expectCBORError(.invalidValue, "both") { _ = try decode(.textMap(["deviceSignature": Fixture.sign1, "deviceMac": Fixture.mac0])) }
        for value in [CBORValue.null, .undefined, .bytes([])] {
            expectCBORError(.unexpectedType, "not a structure") { _ = try decode(.textMap(["deviceSignature": value])) }
            expectCBORError(.unexpectedType, "one real, one not") { _ = try decode(.textMap(["deviceSignature": Fixture.sign1, "deviceMac": value])) }
        }
    }

    @Test("No device-signed elements are the four bytes d81841a0, and must be there")
    func emptyDeviceNameSpaces() throws {
        #expect(Hex.text(DeviceSigned.emptyNameSpaces.encoded.array) == "d81841a0")
        let signed = try decode(Fixture.response()).documents[0].deviceSigned
        #expect(signed.nameSpaces.encoded == DeviceSigned.emptyNameSpaces.encoded)
        #expect(signed.elements.isEmpty)
        expectCBORError(.unexpectedType, "bare map") {
            _ = try decode(Fixture.response(document: Fixture.document(deviceSigned: Fixture.deviceSigned().with("nameSpaces", .map([])))))
        }
    }

    @Test("Device-signed elements are read with namespace, name and value")
    func deviceElements() throws {
        let nameSpaces = CBORValue.textMap(["a": .textMap(["x": .unsigned(1), "y": .text("2")]), "b": .textMap(["x": .null])])
        let signed = try decode(Fixture.response(document: Fixture.document(deviceSigned: Fixture.deviceSigned(nameSpaces: nameSpaces)))).documents[0].deviceSigned
        #expect(signed.elements.map(\.reference) == [ElementReference("a", "x"), ElementReference("a", "y"), ElementReference("b", "x")])
        #expect(try signed.elements.map { try $0.value.value() } == [.unsigned(1), .text("2"), .null])
        #expect(signed.nameSpaces.encoded.array == Fixture.embedded(nameSpaces).encoded)
    }

    // MARK: Status and errors

    @Test("A response without documents is read; the shortest one is the deterministic vector's")
    func minimal() throws {
        let response = try DeviceResponse(Hex.bytes("a26776657273696f6e63312e306673746174757300"))
        #expect(response.documents.isEmpty)
        #expect(response.status == .ok)
    }

    @Test("A status code is kept as it is", arguments: [(0, "0 (OK)"), (10, "10 (general error)"), (12, "12 (the wallet found the request's structure invalid)"), (77, "77")] as [(UInt64, String)])
    func status(code: UInt64, shown: String) throws {
        let response = try decode(Fixture.response().with("status", .unsigned(code)))
        #expect(response.status.rawValue == code)
        #expect(response.status.description == shown)
    }

    @Test("Errors of documents and elements are read, of any code")
    func errors() throws {
        let errors = CBORValue.textMap(["a": .textMap(["x": .unsigned(0), "y": .integer(-5)])])
        let response = try decode(
            Fixture.response(document: Fixture.document().with("errors", errors))
                .with("documentErrors", .array([.textMap(["t": .unsigned(0)]), .textMap(["u": .integer(-1)])])))
        #expect(response.documents[0].errors == [ElementReference("a", "x"): 0, ElementReference("a", "y"): -5])
        #expect(response.documentErrors == ["t": 0, "u": -1])
        expectCBORError(.unexpectedType) { _ = try decode(Fixture.response(document: Fixture.document().with("errors", .textMap(["a": .textMap(["x": .null])])))) }
    }

    @Test("Documents of the second edition that cannot be read are counted")
    func otherDocuments() throws {
        let response = try decode(Fixture.response().with("zkDocuments", .array([.map([]), .map([])])).with("encryptedDocuments", .array([.null])))
        #expect(response.zeroKnowledgeDocuments == 2)
        #expect(response.encryptedDocuments == 1)
    }

    @Test("The caller's limits hold for the response")
    func limits() {
        expectCBORError(.tooLarge) { _ = try DeviceResponse(Fixture.response().encoded, limits: CBORLimits(totalBytes: 100)) }
        expectCBORError(.tooDeep) { _ = try DeviceResponse(Fixture.response().encoded, limits: CBORLimits(depth: 3)) }
    }

    @Test("A limit the caller lowers holds inside the embedded items too")
    func loweredLimitInside() throws {
        // Response, documents, document, issuerSigned, nameSpaces, array and tag: the item's content stands at depth 7.
        let flat = Fixture.response(document: Fixture.document(issuerSigned: Fixture.issuerSigned(items: [Fixture.item()])))
        let nested = Fixture.response(document: Fixture.document(issuerSigned: Fixture.issuerSigned(items: [Fixture.item(value: .array([]))])))
        #expect(throws: Never.self) { _ = try DeviceResponse(flat.encoded, limits: CBORLimits(depth: 8)) }
        #expect(throws: Never.self) { _ = try DeviceResponse(nested.encoded, limits: CBORLimits(depth: 9)) }
        expectCBORError(.tooDeep) { _ = try DeviceResponse(nested.encoded, limits: CBORLimits(depth: 8)) }
    }

    @Test("A limit the caller raises holds inside the embedded items too")
    func raisedLimitInside() throws {
        let portrait = Fixture.item(identifier: "portrait", value: .bytes([UInt8](repeating: 0, count: 9 << 20)))
        let response = Fixture.response(document: Fixture.document(issuerSigned: Fixture.issuerSigned(items: [portrait]))).encoded
        expectCBORError(.tooLarge) { _ = try DeviceResponse(response) }
        #expect(throws: Never.self) { _ = try DeviceResponse(response, limits: CBORLimits(totalBytes: 16 << 20, stringBytes: 16 << 20)) }
    }

    // MARK: Redaction

    @Test("Printing or dumping a response shows no element value")
    func redaction() throws {
        let nameSpaces = CBORValue.textMap(["a": .textMap(["x": .text(Fixture.canary)])])
        let response = try decode(Fixture.response(document: Fixture.document(deviceSigned: Fixture.deviceSigned(nameSpaces: nameSpaces))))
        let shown = printed(response)
        let decimals = Array(Fixture.canary.utf8.prefix(4))
        let showsCanary = [
            Fixture.canary, Hex.text(Fixture.canary.utf8), decimals.map(String.init).joined(separator: ", "), decimals.map { "- \($0)\n" }.joined(),
        ].contains { shown.contains($0) }
        #expect(!showsCanary)
        #expect(shown.contains("family_name"), "names may be shown, so this test looks at the right thing")
    }
}
