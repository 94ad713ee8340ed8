import CBOR
import COSE
import Crypto
import Foundation
import Inspection
import MobileDocument
import Testing

@Suite("An inspection")
struct InspectorTests {
    let fixtures = Fixtures()

    @Test func aResponseIsAnnotatedFromEndToEnd() throws {
        let bytes = try fixtures.response()
        let report = Inspector.inspect(bytes)
        #expect(report.kind == .deviceResponse)
        #expect(report.summary == "DeviceResponse, version 1.0, 1 document, org.iso.18013.5.1.mDL, 1 element, status 0 (OK)")
        #expect(report.findings.isEmpty)
        #expect(report.sha256 == hex(SHA256.hash(data: bytes)))
        let value = try #require(report.lines.first { $0.label == "elementValue" })
        #expect(value.text == "\"Mustermann\"")
        #expect(bytes[value.offset] == 0x6a)
        #expect(String(decoding: bytes[value.offset + 1..<value.offset + value.length], as: UTF8.self) == "Mustermann")
    }

    @Test func offsetsAreThoseOfTheWholeBufferAtEveryDepth() throws {
        let bytes = try fixtures.response()
        let report = Inspector.inspect(bytes)
        // Every line about one item must be one item when cut out of the buffer; certificates are DER and none is here.
        for line in report.lines {
            let slice = bytes[line.offset..<line.offset + line.length]
            #expect(throws: Never.self, "\(line.label) at \(line.offset)") { try CBORItem(slice, dialect: .complete) }
        }
        #expect(report.lines.contains { $0.label.hasPrefix("digest 7 family_name") })
        #expect(report.lines.contains { $0.label == "validUntil" && $0.text == "2027-06-01T12:00:00Z (date and time)" })
        #expect(report.lines.contains { $0.label == "deviceSignature" && $0.text == "COSE_Sign1, ES256" })
    }

    @Test func itemsShowTheHashThatIsSigned() throws {
        let item = fixtures.item()
        let report = Inspector.inspect(try fixtures.issuerSigned())
        let line = try #require(report.lines.first { $0.text.contains("Family name (family_name)") })
        #expect(line.details.first == "SHA-256 with tag and head \(hex(SHA256.hash(data: item)))")
        #expect(line.details.last?.hasPrefix("equals digest 7 at ") == true)
    }

    @Test func aChangedItemIsPointedAt() throws {
        var bytes = try fixtures.issuerSigned()
        let place = try #require(bytes.firstRange(of: Array("Mustermann".utf8))?.lowerBound)
        bytes[place] = UInt8(ascii: "N")
        let report = Inspector.inspect(bytes)
        #expect(codes(report) == ["digest.mismatch"])
    }

    @Test func aDigestIsLookedForUnderTheVeryBytesOfItsNamespace() throws {
        var options = Fixtures.Options()
        options.nameSpace = "org.example.\u{E9}"
        options.otherDigests = ("org.example.e\u{301}", .map([.init(key: .unsigned(options.digestIdentifier), value: .bytes([UInt8](repeating: 1, count: 32)))]))
        #expect(codes(Inspector.inspect(try fixtures.issuerSigned(options))) == [])
    }

    @Test func anObjectWithoutDigestsLacksThatOfTheItemAndNoObjectLacksNothing() throws {
        var options = Fixtures.Options()
        options.hasDigest = false
        #expect(codes(Inspector.inspect(try fixtures.issuerSigned(options))) == ["digest.missing"])
        #expect(!codes(Inspector.inspect(fixtures.item())).contains("digest.missing"))
    }

    @Test func partsOfADocumentAreRecognised() throws {
        let kinds: [(InspectionKind, [UInt8])] = [
            (.issuerSigned, try fixtures.issuerSigned()), (.issuerAuth, try fixtures.issuerAuth()),
            (.mobileSecurityObject, fixtures.securityObject()), (.issuerSignedItem, fixtures.item()),
            (.cbor, CBORValue.array([.unsigned(1), .text("a")]).encoded), (.cbor, [0x01]), (.unknown, Array("hello, world".utf8)),
            (.coseSign1, try COSESign1.encode(signing: [1, 2, 3], isDetached: true, with: fixtures.issuer)),
            (.coseMac0, COSEMac0.encode(authenticating: [1], with: SymmetricKey(size: .bits256))),
            (.sessionTranscript, SessionTranscript(.annexC(encryptionInfo: "x", origin: try Origin("https://a.example"))).encoded),
        ]
        for (kind, bytes) in kinds { #expect(Inspector.inspect(bytes).kind == kind) }
    }

    @Test func datesThatDeviateAreNamed() throws {
        var options = Fixtures.Options()
        options.dates = { .text($0) }
        #expect(Set(codes(Inspector.inspect(try fixtures.issuerSigned(options)))) == ["date.untagged"])
        options.dates = { .dateTime($0.replacingOccurrences(of: "Z", with: ".123Z")) }
        #expect(Set(codes(Inspector.inspect(try fixtures.issuerSigned(options)))) == ["date.fraction"])
        options.dates = { .dateTime($0.replacingOccurrences(of: "Z", with: "+02:00")) }
        #expect(Set(codes(Inspector.inspect(try fixtures.issuerSigned(options)))) == ["date.offset"])
    }

    @Test func aBareDateWhereReadersTakeADateAndTimeIsNamed() throws {
        var options = Fixtures.Options()
        options.dates = { .dateTime(String($0.prefix(10))) }
        #expect(Set(codes(Inspector.inspect(try fixtures.issuerSigned(options)))) == ["date.invalid"])
        options.dates = { .text(String($0.prefix(10))) }
        #expect(Set(codes(Inspector.inspect(try fixtures.issuerSigned(options)))) == ["date.invalid", "date.untagged"])
    }

    @Test func limitsOfItemsAreNamed() throws {
        var options = Fixtures.Options()
        options.digestIdentifier = 1 << 31
        #expect(codes(Inspector.inspect(try fixtures.issuerSigned(options))).contains("digest-id.limit"))
        options.digestIdentifier = 1
        options.random = [1, 2, 3]
        #expect(codes(Inspector.inspect(try fixtures.issuerSigned(options))) == ["item.random-short"])
    }

    @Test func simulatorDataIsCalledByItsName() throws {
        var options = Fixtures.Options()
        options.nameSpace = NameSpace.developerTest.rawValue
        options.zeroSignatures = true
        options.status = .null
        let found = codes(Inspector.inspect(try fixtures.issuerSigned(options)))
        #expect(Set(found) == ["simulator.namespace", "signature.zero", "mso.status-null", "simulator.mock-data"])
    }

    // MARK: Certificates and keys

    @Test func certificatesInAChainAreJudgedByTheirRole() throws {
        var options = Fixtures.Options()
        options.chain = [try fixtures.certificate(issuer: "Root", purposes: [[1, 0, 18013, 5, 1, 2]])]
        let report = Inspector.inspect(try fixtures.issuerSigned(options))
        #expect(codes(report).isEmpty)
        #expect(report.lines.contains { $0.label == "extended key usage" && $0.text == "mDL document signer [1.0.18013.5.1.2]" })
        #expect(report.lines.contains { $0.label == "public key" && $0.text == "P-256" })

        options.chain = [try fixtures.certificate(issuer: "Root")]
        #expect(codes(Inspector.inspect(try fixtures.issuerSigned(options))) == ["certificate.eku-absent"])
        options.chain = [try fixtures.certificate(issuer: "Root", purposes: [[1, 3, 6, 1, 5, 5, 7, 3, 1]])]
        #expect(codes(Inspector.inspect(try fixtures.issuerSigned(options))) == ["certificate.eku-other"])
        options.chain.append(try fixtures.certificate())
        #expect(codes(Inspector.inspect(try fixtures.issuerSigned(options))) == ["certificate.eku-other", "x5chain.root"])
    }

    @Test func unusualChainsAreNamed() throws {
        let certificate = try fixtures.certificate(issuer: "Root", purposes: [[1, 0, 18013, 5, 1, 2]])
        func signed(_ chain: CBORValue) -> [UInt8] {
            CBORValue.array([
                .bytes([0xa1, 0x01, 0x26]), .map([.init(key: .unsigned(33), value: chain)]), .bytes(fixtures.securityObject()),
                .bytes([UInt8](repeating: 1, count: 64)),
            ]).encoded
        }
        #expect(codes(Inspector.inspect(signed(.array([.bytes(certificate)])))) == ["x5chain.array-of-one"])
        #expect(codes(Inspector.inspect(signed(.array([])))) == ["x5chain.empty"])
        #expect(codes(Inspector.inspect(signed(.bytes(certificate)))).isEmpty)
    }

    @Test func aCertificateIsReadInEveryForm() throws {
        let der = try fixtures.certificate(purposes: [[1, 0, 18013, 5, 1, 6]])
        let pem = "-----BEGIN CERTIFICATE-----\n\(Data(der).base64EncodedString())\n-----END CERTIFICATE-----\n"
        for report in [Inspector.inspect(der)] + Inspector.inspect(try EncodedInput(Array(pem.utf8))) {
            #expect(report.kind == .certificate)
            #expect(report.summary.hasPrefix("X.509 certificate, CN=Signer, P-256, valid 2026-"))
            #expect(report.lines.contains { $0.details == ["SHA-256 fingerprint \(hex(SHA256.hash(data: der)))"] })
        }
        let cut = Inspector.inspect(Array(der.dropLast(40)))
        #expect(cut.kind == .certificate)
        #expect(codes(cut) == ["certificate.unreadable"])
    }

    @Test func aCertificateIsNotSaidToBeRefusedForAKeyOfTheRightKind() throws {
        var der = try fixtures.certificate(issuer: "Root", purposes: [[1, 0, 18013, 5, 1, 2]])
        #expect(!codes(Inspector.inspect(der)).contains("certificate.strict"))
        let critical: [UInt8] = [0x55, 0x1d, 0x0f, 0x01, 0x01, 0xff]
        let found = der.indices.first { der[$0...].starts(with: critical) }
        let place = try #require(found)
        // As BER may write that it is critical, and DER may not.
        der[place + 5] = 0x01
        let finding = try #require(Inspector.inspect(der).findings.first { $0.code == "certificate.strict" })
        #expect(finding.message.contains("something in it is malformed") && !finding.message.contains("P-256"))
    }

    @Test func nothingOfAPrivateKeyIsShown() throws {
        let key = P256.Signing.PrivateKey()
        let secret = hex(key.rawRepresentation)
        let pem = key.pemRepresentation
        let inputs =
            Inspector.inspect(try EncodedInput(Array(pem.utf8)))
            + [Inspector.inspect([UInt8](key.derRepresentation)), Inspector.inspect(Array(pem.utf8))]
        for report in inputs {
            #expect(report.kind == .privateKey)
            #expect(report.sha256 == nil)
            #expect(report.lines.isEmpty)
            #expect(!report.text.contains(secret) && !report.text.contains(secret.prefix(8)))
        }
        let coseKey = CBORValue.map([
            .init(key: .integer(1), value: .integer(2)), .init(key: .integer(-1), value: .integer(1)),
            .init(key: .integer(-4), value: .bytes([UInt8](key.rawRepresentation))),
        ])
        let report = Inspector.inspect(coseKey.encoded)
        #expect(codes(report).contains("cose-key.private"))
        #expect(!report.text.contains(secret.prefix(8)))
    }

    // MARK: Broken input

    @Test func theByteWhereReadingEndsIsPointedAt() throws {
        let bytes = try fixtures.response()
        let report = Inspector.inspect(Array(bytes.dropLast(9)))
        #expect(report.kind == .deviceResponse)
        let finding = try #require(report.findings.first { $0.severity == .error })
        #expect(finding.code == "cbor.truncated")
        // What is cut off is the device signature: 64 bytes behind a head of 2, before `status: 0` of 8.
        #expect(finding.offset == bytes.count - 8 - 66)
        #expect(report.lines.last?.label == "✗")

        let trailing = Inspector.inspect(bytes + [0, 1, 2])
        #expect(trailing.kind == .deviceResponse)
        #expect(trailing.findings.map(\.code) == ["cbor.trailing-bytes"])
        #expect(trailing.findings.first?.offset == bytes.count)
    }

    @Test func deviationsOfEncodingAreNamedWithTheirPlace() {
        func found(_ bytes: [UInt8]) -> [String] { Inspector.inspect(bytes).findings.map { "\($0.code)@\($0.offset ?? -1)" } }
        #expect(found([0xa2, 0x01, 0x01, 0x18, 0x01, 0x02]).contains("cbor.duplicate-key@3"))
        #expect(found([0xa2, 0x01, 0x01, 0x18, 0x01, 0x02]).contains("cbor.long-head@3"))
        #expect(found([0x82, 0x01, 0x9f, 0x01, 0xff]).contains("cbor.indefinite-length@2"))
        #expect(found([0x82, 0x01, 0x62, 0xc3, 0x28]).contains("cbor.invalid-utf8@2"))
        // 65 and 64 combining marks.
        #expect(found([0x81, 0x78, 130] + Array(String(repeating: "\u{301}", count: 65).utf8)).contains("cbor.invalid-value@1"))
        #expect(!found([0x81, 0x78, 128] + Array(String(repeating: "\u{301}", count: 64).utf8)).contains("cbor.invalid-value@1"))
        #expect(found([0x83, 0x01, 0x02, 0x1c]).contains("cbor.reserved-head@3"))
        #expect(found([0x82, 0x01, 0xd8, 0x18, 0x42, 0x81, 0x1c]).contains("cbor.reserved-head@6"))
        #expect(found([0x82, 0x01, 0xd8, 0x18, 0x42, 0x01, 0x02]).contains("cbor.trailing-bytes@6"))
    }

    @Test func unprotectedAlgorithmsAreNamed() {
        let bytes = CBORValue.array([
            .bytes([]), .map([.init(key: .integer(1), value: .integer(-7))]), .null, .bytes([UInt8](repeating: 1, count: 64)),
        ]).encoded
        let report = Inspector.inspect(bytes)
        #expect(report.kind == .coseSign1)
        #expect(codes(report) == ["cose.algorithm-unprotected"])
    }

    @Test func mutatedInputNeverCrashesAndStaysBounded() throws {
        var options = Fixtures.Options()
        options.chain = [try fixtures.certificate(), try fixtures.certificate(purposes: [[1, 0, 18013, 5, 1, 2]])]
        let samples = [try fixtures.response(options), options.chain[0], try fixtures.issuerAuth(options)]
        var generator = SeededGenerator(seed: 2026)
        for round in 0..<600 {
            var bytes = samples[round % samples.count]
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
                default: bytes.removeSubrange(place...)
                }
                if bytes.isEmpty { bytes = [0x80] }
            }
            let report = Inspector.inspect(bytes)
            #expect(report.lines.count <= 4_000)
            #expect(report.lines.allSatisfy { $0.offset >= 0 && $0.length >= 0 && $0.offset + $0.length <= bytes.count })
            #expect(report.findings.allSatisfy { $0.offset ?? 0 <= bytes.count })
        }
    }

    @Test func everyPrefixOfAResponseIsInspected() throws {
        let bytes = try fixtures.response()
        for length in stride(from: 0, to: bytes.count, by: 3) {
            let report = Inspector.inspect(Array(bytes.prefix(length)))
            if length > 40 {
                #expect(report.kind == .deviceResponse)
                #expect(report.findings.contains { $0.severity == .error })
            }
        }
    }

    @Test func deepAndWideInputIsBounded() {
        let wide = Inspector.inspect([0x9a, 0x00, 0x00, 0x40, 0x00] + [UInt8](repeating: 0x01, count: 0x4000))
        #expect(wide.isShortened)
        #expect(wide.lines.count == 4_000)
        #expect(codes(Inspector.inspect([UInt8](repeating: 0x81, count: 100_000))).contains("cbor.too-deep"))
        #expect(codes(Inspector.inspect([UInt8](repeating: 0xd8, count: 100_000))).isEmpty == false)

        // Byte strings inside byte strings must not exhaust the stack either.
        for wrapper in [[UInt8](), [0x81], [0xd8, 0x3d]] {
            var nested: [UInt8] = [0x01]
            for _ in 0..<3_000 {
                var writer = CBORWriter()
                writer.encoded(wrapper)
                writer.embedded(nested)
                nested = writer.bytes
            }
            #expect(codes(Inspector.inspect(nested)).contains("cbor.too-deep"))
        }
    }

    @Test func longStringsAreShownByTheirHash() {
        let content = [UInt8](repeating: 7, count: 50_000)
        let report = Inspector.inspect(CBORValue.array([.bytes(content)]).encoded)
        #expect(report.lines[1].text == "50000 bytes, h'070707070707070707070707…'")
        #expect(report.lines[1].details == ["SHA-256 \(hex(SHA256.hash(data: content)))"])
    }

    @Test func textFromTheInputCannotSteerATerminal() {
        let report = Inspector.inspect(CBORValue.textMap(["a\u{1b}[2Jb\n": .text("\u{202e}evil\u{7}")]).encoded)
        #expect(report.lines[1].label == "a\\u{1b}[2Jb\\u{a}")
        #expect(report.lines[1].text == "\"\\u{202e}evil\\u{7}\"")
    }

    // MARK: What is restricted by law

    private static let number = "123456789018"

    /// What people and programs are shown.
    private func shown(_ report: InspectionReport) throws -> String {
        try report.text + String(decoding: JSONEncoder().encode(report), as: UTF8.self)
    }

    /// A My Number as an element of a document.
    private var restricted: Fixtures.Options {
        var options = Fixtures.Options()
        (options.nameSpace, options.element, options.value) = ("org.iso.23220.1.jp", "individual_number_unicode", .text(Self.number))
        options.random = Array(0x40..<0x60)
        return options
    }

    @Test func aMyNumberIsMaskedInEveryStructureUnlessItIsToBeShownWhole() throws {
        let (element, number) = (restricted.element, CBORValue.text(Self.number))
        let elements = CBORValue.textMap([element: number])
        let deviceSigned = CBORValue.textMap([
            "nameSpaces": .tagged(24, .bytes(CBORValue.textMap([restricted.nameSpace: elements]).encoded)), "deviceAuth": .map([]),
        ])
        let shownItem = CBORValue.textMap(["elementIdentifier": .text(element), "elementValue": number])
        let document = CBORValue.textMap(["issuerSigned": .textMap([restricted.nameSpace: .array([shownItem])])])
        let proved = CBORValue.textMap([
            "version": .text("1.1"), "status": .unsigned(0),
            "zkDocuments": .array([.textMap(["documentData": .tagged(24, .bytes(document.encoded)), "proof": .bytes([])])]),
        ])
        let structures = [
            try fixtures.response(restricted), try fixtures.issuerSigned(restricted), fixtures.item(restricted), deviceSigned.encoded, proved.encoded,
            elements.encoded,
        ]
        for bytes in structures {
            let report = Inspector.inspect(bytes)
            let masked = try shown(report)
            #expect(!masked.contains(Self.number) && masked.contains("\"••••••••••18\""), "\(report.kind)")
            #expect(!masked.contains(hex(Self.number.utf8)), "\(report.kind)")
            #expect(try shown(Inspector.inspect(bytes, masking: nil)).contains(Self.number), "\(report.kind)")
        }
    }

    @Test func whatWouldTellAMaskedValueByAHashIsMaskedToo() throws {
        let salt = hex(restricted.random)
        #expect(try !shown(Inspector.inspect(fixtures.response(restricted))).contains(salt))
        #expect(try shown(Inspector.inspect(fixtures.response(restricted), masking: nil)).contains(salt))

        let elements = CBORValue.textMap([restricted.element: restricted.value])
        let nameSpaces = CBORValue.tagged(24, .bytes(CBORValue.textMap([restricted.nameSpace: elements]).encoded))
        let authentication = CBORValue.array([
            .text("DeviceAuthentication"), .array([.null, .null, .array([.text("x")])]), .text("org.iso.18013.5.1.mDL"), nameSpaces,
        ])
        let unsalted: [CBORValue] = [
            .tagged(24, .bytes(elements.encoded)), nameSpaces, authentication, .tagged(24, .bytes(authentication.encoded)),
            .textMap(["nameSpaces": nameSpaces, "deviceAuth": .map([])]),
        ]
        // Each input, and so each part of one in tag 24.
        let hashes = unsalted.map { hex(SHA256.hash(data: $0.encoded)) }
        for (value, hash) in zip(unsalted, hashes) {
            let masked = try shown(Inspector.inspect(value.encoded))
            #expect(masked.contains("\"••••••••••18\""))
            #expect(hashes.allSatisfy { !masked.contains($0) })
            #expect(try shown(Inspector.inspect(value.encoded, masking: nil)).contains(hash))
        }
    }

    @Test func aHashOfARestrictedItemIsShownWhereItsSaltIsLongEnough() throws {
        let response = try fixtures.response(restricted)
        let masked = try shown(Inspector.inspect(response))
        for salted in [response, fixtures.item(restricted)] { #expect(masked.contains(hex(SHA256.hash(data: salted)))) }
        var options = restricted
        options.random = [7]
        let item = fixtures.item(options)
        #expect(try !shown(Inspector.inspect(item)).contains(hex(SHA256.hash(data: item))))
        #expect(try shown(Inspector.inspect(item, masking: nil)).contains(hex(SHA256.hash(data: item))))
    }

    @Test func theDigestOfARestrictedItemIsShownWhereItsSaltIsLongEnough() throws {
        var options = restricted
        let salts: [(salt: [UInt8], isShown: Bool)] = [(restricted.random, true), (Array(0..<15), false), ([7], false)]
        for (salt, isShown) in salts {
            options.random = salt
            let (bytes, digest) = (try fixtures.response(options), hex(SHA256.hash(data: fixtures.item(options))))
            #expect(try shown(Inspector.inspect(bytes)).contains(digest) == isShown, "\(salt.count)")
            #expect(try shown(Inspector.inspect(bytes, masking: nil)).contains(digest), "\(salt.count)")
        }
        // The digest of another item stays, whatever its salt.
        options.element = "full_name_unicode"
        #expect(try shown(Inspector.inspect(fixtures.response(options))).contains(hex(SHA256.hash(data: fixtures.item(options)))))
    }

    @Test func aReportThatIsShortenedHasNoHashOfWhatNobodyLookedAt() {
        let elements = CBORValue.textMap([restricted.element: restricted.value])
        let long = CBORValue.array([CBORValue](repeating: .unsigned(1), count: 4_000) + [elements]).encoded
        let report = Inspector.inspect(long)
        #expect(report.isShortened && report.sha256 == nil)
        #expect(Inspector.inspect(long, masking: nil).sha256 == hex(SHA256.hash(data: long)))
        // What follows an item is not looked into, nor what stands behind bytes that are no CBOR.
        let small = CBORValue.textMap(["x": .unsigned(1)]).encoded
        for unseen in [small + elements.encoded, [0x1c] + elements.encoded] {
            let tagged = CBORValue.tagged(24, .bytes(unseen)).encoded
            for (bytes, parts) in [(tagged, [tagged]), (CBORValue.tagged(24, .bytes(small)).encoded + elements.encoded, [])] {
                let masked = Inspector.inspect(bytes)
                #expect(masked.sha256 == nil && masked.lines.allSatisfy { line in parts.allSatisfy { !line.details.joined().contains(hex(SHA256.hash(data: $0))) } })
                #expect(Inspector.inspect(bytes, masking: nil).sha256 == hex(SHA256.hash(data: bytes)))
            }
        }
    }

    @Test func aValueOfWhichTheNameIsCutOffIsMasked() throws {
        let item = CBORValue.textMap([
            "digestID": .unsigned(1), "random": .bytes(restricted.random), "elementValue": restricted.value,
            "elementIdentifier": .text(restricted.element),
        ]).encoded
        let value = try #require(item.firstRange(of: Array(Self.number.utf8)))
        for length in value.upperBound...item.count {
            let report = Inspector.inspect(Array(item.prefix(length)))
            #expect(try !shown(report).contains(Self.number), "\(length)")
        }
    }

    @Test func onlyWhatIsRestrictedIsMasked() throws {
        var options = restricted
        options.element = "full_name_unicode"
        #expect(try shown(Inspector.inspect(fixtures.response(options))).contains(Self.number))
        options.element = restricted.element
        options.value = .bytes([UInt8](repeating: 7, count: 40))
        let line = try #require(Inspector.inspect(try fixtures.response(options)).lines.first { $0.label == "elementValue" })
        #expect(line.text == "40 bytes, masked" && line.details.isEmpty)
    }

    // MARK: Forms of the report

    @Test func theTextSaysThatNothingIsVerified() throws {
        let text = Inspector.inspect([0x82, 0x01, 0x02]).text
        #expect(
            text == """
                CBOR, array of 2
                3 bytes, SHA-256 \(hex(SHA256.hash(data: [0x82, 0x01, 0x02])))
                Nothing here is verified: it shows what the bytes say, not whether it is true.

                     0  array of 2
                     1    [0]: 1
                     2    [1]: 2

                """)
    }

    @Test func theReportIsJSON() throws {
        let report = Inspector.inspect(try fixtures.response())
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(report)) as? [String: Any]
        #expect(object?["kind"] as? String == "device-response")
        #expect(object?["verified"] as? Bool == false)
        #expect((object?["lines"] as? [[String: Any]])?.count == report.lines.count)
    }

    @Test func printingAReportByAccidentShowsNoValues() throws {
        let report = Inspector.inspect(try fixtures.response())
        var dumped = ""
        dump(report, to: &dumped)
        #expect(!"\(report)\(dumped)".contains("Mustermann"))
    }

    private func codes(_ report: InspectionReport) -> [String] { report.findings.map(\.code) }

    private func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
