import CBOR
import COSE
import MobileDocument
import Testing
import VectorSupport

@Suite("MobileSecurityObject")
struct MobileSecurityObjectTests {
    private func decode(_ value: CBORValue) throws -> MobileSecurityObject {
        try MobileSecurityObject(issuerAuthPayload: ByteSlice(Fixture.embedded(value).encoded))
    }

    private func decode(status: CBORValue) throws -> MobileSecurityObject {
        try decode(Fixture.mobileSecurityObject.with("status", status))
    }

    @Test("A security object is read with all its parts")
    func whole() throws {
        let object = try decode(Fixture.mobileSecurityObject)
        #expect(object.version == "1.0")
        #expect(object.digestAlgorithm == .sha256)
        #expect(object.valueDigests[.mobileDrivingLicence]?[0]?.array == [UInt8](repeating: 4, count: 32))
        #expect(object.deviceKey.curve == .p256)
        #expect(object.keyAuthorizations == nil)
        #expect(object.docType == .mobileDrivingLicence)
        #expect(object.validityInfo.signed.instant.description == "2026-01-01T00:00:00Z")
        #expect(object.validityInfo.validUntil.instant.description == "2026-12-31T00:00:00Z")
        #expect(object.validityInfo.expectedUpdate == nil)
        #expect(object.validityInfo.deviations.isEmpty)
        #expect(object.status == nil)
        #expect(!object.statusIsNull)
    }

    @Test("Every mandatory member of a mobile security object is missed when it is left out")
    func missingMembers() {
        for member in ["version", "digestAlgorithm", "valueDigests", "deviceKeyInfo", "docType", "validityInfo"] {
            expectCBORError(.missingMember, "\(member)") { _ = try decode(Fixture.mobileSecurityObject.without(member)) }
        }
        expectCBORError(.missingMember, "deviceKey") { _ = try decode(Fixture.mobileSecurityObject.with("deviceKeyInfo", .map([]))) }
        for member in ["signed", "validFrom", "validUntil"] {
            expectCBORError(.missingMember, "\(member)") {
                _ = try decode(Fixture.mobileSecurityObject.with("validityInfo", Fixture.validityInfo.without(member)))
            }
        }
    }

    @Test("Members a later edition may add are ignored")
    func unknownMembers() throws {
        let value = Fixture.mobileSecurityObject.with("new", .null).with("validityInfo", Fixture.validityInfo.with("new", .null))
            .with("deviceKeyInfo", .textMap(["deviceKey": Fixture.deviceKey, "keyInfo": .map([.init(key: .integer(-1), value: .null)]), "new": .null]))
        #expect(throws: Never.self) { _ = try decode(value) }
    }

    @Test("The payload is one embedded item: a bare map, or more after it, is refused")
    func payloadShape() {
        expectCBORError(.unexpectedType, "bare map") { _ = try MobileSecurityObject(issuerAuthPayload: ByteSlice(Fixture.mobileSecurityObject.encoded)) }
        expectCBORError(.trailingBytes, "after tag 24") {
            _ = try MobileSecurityObject(issuerAuthPayload: ByteSlice(Fixture.embedded(Fixture.mobileSecurityObject).encoded + [0]))
        }
        expectCBORError(.trailingBytes, "inside tag 24") {
            _ = try MobileSecurityObject(issuerAuthPayload: ByteSlice(CBORValue.tagged(24, .bytes(Fixture.mobileSecurityObject.encoded + [0])).encoded))
        }
    }

    @Test("Digest algorithms have exactly three names, and another is kept but not known", arguments: [("SHA-256", DigestAlgorithm.sha256), ("SHA-384", .sha384), ("SHA-512", .sha512), ("SHA-1", nil), ("sha-256", nil), ("SHA256", nil), ("", nil)] as [(String, DigestAlgorithm?)])
    func digestAlgorithms(name: String, algorithm: DigestAlgorithm?) throws {
        let object = try decode(Fixture.mobileSecurityObject.with("digestAlgorithm", .text(name)))
        #expect(object.digestAlgorithmName == name)
        #expect(object.digestAlgorithm == algorithm)
    }

    @Test(
        "Digests are those of the hash functions",
        arguments: [
            (DigestAlgorithm.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (.sha384, "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"),
            (.sha512, "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"),
        ])
    func digests(algorithm: DigestAlgorithm, hex: String) {
        let bytes = Array("abc".utf8)
        #expect(Hex.text(algorithm.digest(of: bytes[...])) == hex)
        #expect(algorithm.digestBytes == hex.utf8.count / 2)
        #expect(algorithm.matches(Hex.bytes(hex)[...], of: bytes[...]))
        #expect(!algorithm.matches(Hex.bytes(hex).dropLast(), of: bytes[...]))
        #expect(!algorithm.matches(Hex.bytes(hex)[...], of: bytes.dropLast()))
        #expect(!algorithm.matches([], of: bytes[...]))
        for index in 0..<algorithm.digestBytes {
            var other = Hex.bytes(hex)
            other[index] ^= 1
            #expect(!algorithm.matches(other[...], of: bytes[...]), "byte \(index)")
        }
    }

    // MARK: Digests

    private func decode(digests: [(CBORValue, CBORValue)]) throws -> DigestIdentifiers? {
        let map = CBORValue.map(digests.map { .init(key: $0.0, value: $0.1) })
        return try decode(Fixture.mobileSecurityObject.with("valueDigests", .textMap(["a": map]))).valueDigests["a"]
    }

    @Test("Digests are found by identifier in any order, and no others are")
    func lookup() throws {
        let found = try #require(try decode(digests: [(.unsigned(900), .bytes([1])), (.unsigned(2), .bytes([2])), (.unsigned(2_147_483_647), .bytes([3])), (.unsigned(0), .bytes([4]))]))
        #expect(found.count == 4)
        #expect([900, 2, 2_147_483_647, 0].map { found[$0]?.array } == [[1], [2], [3], [4]])
        for absent in [1, 3, 899, 901, 2_147_483_646, UInt32.max] { #expect(found[absent] == nil) }
    }

    @Test("Digests of many namespaces are found under their own, in whatever order they stand, and an object is equal to one in another order")
    func manyNameSpaces() throws {
        // Names of three lengths, and some that begin alike.
        let names = (0..<40).flatMap { ["a\($0)", "org.example.\($0)", "org.example.long.\($0)"] }
        func object(_ names: [String]) throws -> MobileSecurityObject {
            let entries = names.map { name in
                CBORValue.Entry(key: .text(name), value: .map([.init(key: .unsigned(7), value: .bytes([UInt8](name.utf8)))]))
            }
            return try decode(Fixture.mobileSecurityObject.with("valueDigests", .map(entries)))
        }
        let found = try object(names)
        #expect(found.valueDigests.count == names.count)
        for name in names {
            let digests = try #require(found.valueDigests[NameSpace(rawValue: name)])
            #expect(digests.count == 1 && digests[7]?.array == [UInt8](name.utf8) && digests[6] == nil && digests[8] == nil, "\(name)")
        }
        for absent in ["", "a", "a40", "org.example.", "org.example.long.40", "b0"] { #expect(found.valueDigests[NameSpace(rawValue: absent)] == nil) }
        #expect(Set(found.valueDigests.nameSpaces.map(\.rawValue)) == Set(names))
        #expect(try object(names.reversed()).valueDigests == found.valueDigests)
        #expect(try object(names.reversed()).valueDigests.hashValue == found.valueDigests.hashValue)
        #expect(try object(Array(names.dropLast())).valueDigests != found.valueDigests)
    }

    @Test("Namespaces keep their digests apart, in whatever order the identifiers of each stand")
    func interleavedIdentifiers() throws {
        let identifiers: KeyValuePairs<String, [UInt8]> = ["a": [4, 0, 9], "b": [9, 2, 4], "c": [1, 3], "d": [8, 7, 6, 5]]
        let entries = identifiers.map { name, identifiers in
            CBORValue.Entry(
                key: .text(name),
                value: .map(identifiers.map { .init(key: .unsigned(UInt64($0)), value: .bytes([UInt8](name.utf8) + [$0])) }))
        }
        let object = try decode(Fixture.mobileSecurityObject.with("valueDigests", .map(entries)))
        for (name, identifiers) in identifiers {
            let digests = try #require(object.valueDigests[NameSpace(rawValue: name)])
            #expect(digests.count == identifiers.count)
            for identifier in UInt8(0)...10 {
                #expect(digests[UInt32(identifier)]?.array == (identifiers.contains(identifier) ? [UInt8](name.utf8) + [identifier] : nil), "\(name) \(identifier)")
            }
        }
    }

    @Test(
        "A digest identifier that is too large, negative or not an integer is refused",
        arguments: [
            (.unsigned(1 << 31), .invalidValue), (.unsigned(1 << 32), .invalidValue), (.unsigned(.max), .invalidValue),
            (.integer(-1), .unexpectedType), (.negative(.max), .unexpectedType), (.text("0"), .unexpectedType), (.bytes([0]), .unexpectedType),
        ] as [(CBORValue, CBORError.Code)])
    func digestIdentifiers(key: CBORValue, code: CBORError.Code) {
        expectCBORError(code) { _ = try decode(digests: [(key, .bytes([1]))]) }
    }

    @Test("A digest identifier that occurs twice is refused, also in another width")
    func duplicateDigestIdentifiers() {
        expectCBORError(.duplicateKey) { _ = try decode(digests: [(.unsigned(7), .bytes([1])), (.unsigned(8), .bytes([1])), (.unsigned(7), .bytes([2]))]) }
        var writer = CBORWriter()
        writer.map(1)
        writer.text("a")
        writer.encoded(Hex.bytes("a2 07 4101 1807 4102"))
        let object = CBORWriter.textMap(Fixture.mobileSecurityObject, replacing: "valueDigests", with: writer.bytes)
        expectCBORError(.duplicateKey) { _ = try MobileSecurityObject(issuerAuthPayload: EmbeddedCBOR(wrapping: object).encoded) }
    }

    @Test("A digest that is not a byte string is refused")
    func digestType() {
        expectCBORError(.unexpectedType) { _ = try decode(digests: [(.unsigned(0), .text("x"))]) }
    }

    // MARK: Key authorizations

    @Test("Key authorizations name whole namespaces and single elements, and allow nothing else")
    func keyAuthorizations() throws {
        let authorizations = CBORValue.textMap([
            "nameSpaces": .array([.text("a")]), "dataElements": .textMap(["b": .array([.text("x"), .text("y")])]), "new": .null,
        ])
        let object = try decode(
            Fixture.mobileSecurityObject.with("deviceKeyInfo", .textMap(["deviceKey": Fixture.deviceKey, "keyAuthorizations": authorizations])))
        let allowed = try #require(object.keyAuthorizations)
        for element in [ElementReference("a", "anything"), ElementReference("b", "x"), ElementReference("b", "y")] { #expect(allowed.allows(element)) }
        for element in [ElementReference("b", "z"), ElementReference("c", "x"), ElementReference("A", "x")] { #expect(!allowed.allows(element)) }
    }

    @Test("Key authorizations are written sorted, without what is empty, and read again")
    func writingKeyAuthorizations() throws {
        let authorizations = KeyAuthorizations(
            nameSpaces: ["b", "a"], elements: [ElementReference("d", "y"), ElementReference("d", "x"), ElementReference("c", "z")])
        var writer = CBORWriter()
        authorizations.write(to: &writer)
        let expected = CBORValue.textMap([
            "nameSpaces": .array([.text("a"), .text("b")]),
            "dataElements": .textMap(["c": .array([.text("z")]), "d": .array([.text("x"), .text("y")])]),
        ])
        #expect(writer.bytes == expected.encoded)
        var one = CBORWriter()
        KeyAuthorizations(nameSpaces: ["a"]).write(to: &one)
        #expect(one.bytes == CBORValue.textMap(["nameSpaces": .array([.text("a")])]).encoded)
    }

    // MARK: Status

    @Test("A place in a status list is read, with and without a certificate")
    func statusList() throws {
        let object = try decode(status: .textMap(["status_list": .textMap(["idx": .unsigned(412), "uri": .text("https://a/1"), "new": .null])]))
        #expect(object.status?.statusList?.index == 412)
        #expect(object.status?.statusList?.uri == "https://a/1")
        #expect(object.status?.statusList?.certificate == nil)
        #expect(object.status?.identifierList == nil)
        let withCertificate = try decode(status: .textMap(["status_list": .textMap(["idx": .unsigned(0), "uri": .text("u"), "certificate": .bytes([1])])]))
        #expect(withCertificate.status?.statusList?.certificate?.array == [1])
    }

    @Test("An entry of an identifier list is read; an identifier as text is read and marked")
    func identifierList() throws {
        let bytes = try decode(status: .textMap(["identifier_list": .textMap(["id": .bytes([0xab]), "uri": .text("u")])]))
        #expect(bytes.status?.identifierList?.identifier.array == [0xab])
        #expect(bytes.status?.identifierList?.identifierIsText == false)
        let text = try decode(status: .textMap(["identifier_list": .textMap(["id": .text("ab"), "uri": .text("u"), "certificate": .bytes([2])])]))
        #expect(text.status?.identifierList?.identifier.array == Array("ab".utf8))
        #expect(text.status?.identifierList?.identifierIsText == true)
        #expect(text.status?.identifierList?.certificate?.array == [2])
    }

    @Test("Both references may stand together, and unknown ones are ignored")
    func severalReferences() throws {
        let object = try decode(status: .textMap([
            "status_list": .textMap(["idx": .unsigned(1), "uri": .text("u")]), "identifier_list": .textMap(["id": .bytes([1]), "uri": .text("v")]), "new": .null,
        ]))
        #expect(object.status?.statusList != nil)
        #expect(object.status?.identifierList != nil)
        #expect(try decode(status: .textMap(["new": .map([])])).status != nil)
    }

    @Test("A status that is null counts as absent and is marked; the simulators send it")
    func nullStatus() throws {
        let object = try decode(status: .null)
        #expect(object.status == nil)
        #expect(object.statusIsNull)
    }

    @Test("A reference without its mandatory members, or with wrong ones, is refused")
    func malformedStatus() {
        for (status, code) in [
            (.textMap(["status_list": .textMap(["uri": .text("u")])]), .missingMember),
            (.textMap(["status_list": .textMap(["idx": .unsigned(0)])]), .missingMember),
            (.textMap(["identifier_list": .textMap(["uri": .text("u")])]), .missingMember),
            (.textMap(["identifier_list": .textMap(["id": .bytes([1])])]), .missingMember),
            (.textMap(["status_list": .textMap(["idx": .integer(-1), "uri": .text("u")])]), .unexpectedType),
            (.textMap(["identifier_list": .textMap(["id": .unsigned(1), "uri": .text("u")])]), .unexpectedType),
            (.text("valid"), .unexpectedType), (.undefined, .unexpectedType),
        ] as [(CBORValue, CBORError.Code)] {
            expectCBORError(code) { _ = try decode(status: status) }
        }
    }

    // MARK: Validity

    @Test("Every deviation of the three dates is reported once")
    func deviations() throws {
        let validity = CBORValue.textMap([
            "signed": .text("2026-01-01T00:00:00Z"), "validFrom": .text("2026-01-01T00:00:00.5Z"), "validUntil": .dateTime("2026-01-02T00:00:00+01:00"),
            "expectedUpdate": .dateTime("2026-01-01T12:00:00Z"),
        ])
        let object = try decode(Fixture.mobileSecurityObject.with("validityInfo", validity))
        #expect(object.validityInfo.deviations == [.untagged, .fraction, .offset])
        #expect(object.validityInfo.expectedUpdate?.instant.description == "2026-01-01T12:00:00Z")
    }
}

extension CBORWriter {
    /// A map with text keys in which one value is replaced by bytes that no tree can hold.
    static func textMap(_ map: CBORValue, replacing key: String, with encoded: [UInt8]) -> [UInt8] {
        var writer = CBORWriter()
        writer.map(map.entries.count)
        for entry in map.entries {
            entry.key.write(to: &writer)
            if entry.key == .text(key) { writer.encoded(encoded) } else { entry.value.write(to: &writer) }
        }
        return writer.bytes
    }
}
