import CBOR
import MobileDocument
import Testing

@Suite("Identifiers")
struct IdentifierTests {
    /// é, composed and decomposed: other bytes, the same to Swift's `String`.
    private let composed = "caf\u{e9}"
    private let decomposed = "cafe\u{301}"

    @Test("Identifiers compare byte for byte, case included")
    func caseMatters() {
        #expect(DocType(rawValue: "org.iso.23220.photoid.1") != "org.iso.23220.photoID.1")
        #expect(NameSpace(rawValue: "A") != "a")
        #expect(ElementIdentifier(rawValue: "Sex") != "sex")
        #expect(DocType(rawValue: "org.iso.18013.5.1.mDL") == .mobileDrivingLicence)
    }

    @Test("Identifiers are not normalised: what differs in bytes differs")
    func noNormalisation() {
        #expect(DocType(rawValue: composed) != DocType(rawValue: decomposed))
        #expect(NameSpace(rawValue: composed) != NameSpace(rawValue: decomposed))
        #expect(ElementIdentifier(rawValue: composed) != ElementIdentifier(rawValue: decomposed))
        #expect(ElementReference("a", ElementIdentifier(rawValue: composed)) != ElementReference("a", ElementIdentifier(rawValue: decomposed)))
    }

    @Test("Two namespaces of a security object that differ in bytes keep their own digests")
    func digestsByBytes() throws {
        func digests(_ byte: UInt8) -> CBORValue { .map([.init(key: .unsigned(0), value: .bytes([byte]))]) }
        let value = Fixture.mobileSecurityObject.with(
            "valueDigests",
            .map([
                .init(key: .text(composed), value: digests(1)), .init(key: .text(decomposed), value: digests(2)),
            ]))
        let object = try MobileSecurityObject(issuerAuthPayload: ByteSlice(Fixture.embedded(value).encoded))
        #expect(object.valueDigests.count == 2)
        #expect(object.valueDigests[NameSpace(rawValue: composed)]?[0]?.array == [1])
        #expect(object.valueDigests[NameSpace(rawValue: decomposed)]?[0]?.array == [2])
    }

    @Test("An authorisation for one element does not cover another that only looks the same")
    func authorisationsByBytes() {
        let authorizations = KeyAuthorizations(elements: [ElementReference("a", ElementIdentifier(rawValue: composed))])
        #expect(authorizations.allows(ElementReference("a", ElementIdentifier(rawValue: composed))))
        #expect(!authorizations.allows(ElementReference("a", ElementIdentifier(rawValue: decomposed))))
    }

    @Test("A member's name is matched byte for byte: the Kelvin sign is not a K")
    func memberNames() throws {
        // U+212A is canonically equivalent to K, so Swift's string comparison takes one for the other.
        let key = CBORValue.map([
            .init(key: .integer(1), value: .integer(2)), .init(key: .integer(-1), value: .integer(1)),
            .init(key: .integer(-2), value: .bytes([UInt8](repeating: 9, count: 32))),
            .init(key: .integer(-3), value: .bytes([UInt8](repeating: 9, count: 32))),
        ])
        let info = CBORValue.textMap([
            "nonce": .bytes([UInt8](repeating: 1, count: 16)), "recipientPublicKey": Fixture.deviceKey, "recipientPublic\u{212a}ey": key,
        ])
        let decoded = try EncryptionInfo(CBORValue.array([.text("dcapi"), info]).encoded)
        #expect(decoded.recipientKey.x.array == [UInt8](repeating: 2, count: 32), "the later, foreign member was taken")
        expectCBORError(.missingMember) {
            _ = try EncryptionInfo(CBORValue.array([.text("dcapi"), .map(info.entries.filter { $0.key.encoded != CBORValue.text("recipientPublicKey").encoded })]).encoded)
        }
    }

    @Test("An empty identifier is refused wherever one stands")
    func empty() {
        let empty = CBORValue.text("")
        expectCBORError(.invalidValue, "docType") { _ = try DeviceResponse(Fixture.response(document: Fixture.document().with("docType", empty)).encoded) }
        expectCBORError(.invalidValue, "namespace") {
            let issuerSigned = Fixture.issuerSigned().with("nameSpaces", .textMap(["": .array([Fixture.embedded(Fixture.item())])]))
            _ = try IssuerSigned(issuerSigned.encoded)
        }
        // By its name, before its items are looked at.
        expectCBORError(.invalidValue, "namespace of what are no items") {
            _ = try IssuerSigned(Fixture.issuerSigned().with("nameSpaces", .textMap(["": .array([.null])])).encoded)
        }
        expectCBORError(.invalidValue, "element") { _ = try IssuerSigned(Fixture.issuerSigned(items: [Fixture.item(identifier: "")]).encoded) }
        for request in [
            Fixture.itemsRequest.with("docType", empty),
            Fixture.itemsRequest.with("nameSpaces", .textMap(["": .textMap(["a": .boolean(true)])])),
            Fixture.itemsRequest.with("nameSpaces", .textMap(["a": .textMap(["": .boolean(true)])])),
        ] {
            expectCBORError(.invalidValue, "request") { _ = try DeviceRequest(Fixture.request(items: request).encoded) }
        }
        for nameSpaces in [CBORValue.textMap(["": .textMap(["a": .null])]), .textMap(["a": .textMap(["": .null])])] {
            expectCBORError(.invalidValue, "device-signed") {
                _ = try DeviceResponse(Fixture.response(document: Fixture.document(deviceSigned: Fixture.deviceSigned(nameSpaces: nameSpaces))).encoded)
            }
        }
    }

    @Test("An element is shown as namespace and name")
    func description() {
        #expect(ElementReference(.mobileDrivingLicence, "sex").description == "org.iso.18013.5.1/sex")
    }
}
