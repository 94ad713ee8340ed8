import CBOR
import COSE
import DocumentProvider
import DocumentTrust
import Foundation
import IdentityElements
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing

@Suite("Issuing")
struct IssuanceTests {
    private static let midnight = CalendarDate(World.now).startOfDay
    private static let validity = ValidityInfo(signed: midnight, validFrom: midnight, validUntil: midnight.advanced(byDays: 30))

    private func issue(_ content: DocumentContent, decoys: Int = 0, validity: ValidityInfo = validity) throws -> [UInt8] {
        let parties = try World.parties()
        return try MobileDocumentIssuer(signer: parties.signer).issue(
            content, deviceKey: parties.deviceKey.verificationKey.coseKey, validity: validity, decoys: decoys)
    }

    @Test("What is issued verifies as an issued document, element for element")
    func roundTrip() throws {
        let content = SampleContent.drivingLicence()
        let result = try IssuedDocumentVerification(trust: World.parties().issuerTrust()).verify(issue(content), docType: content.docType, at: World.now)
        guard case .verified(let document) = result else { Issue.record("refused"); return }
        #expect(document.elements.map(\.reference) == content.elements.map(\.reference))
        #expect(document.elements.map(\.value) == content.elements.map(\.value))
        #expect(document.report.warnings.isEmpty, "\(document.report.warnings)")
    }

    @Test("Salts are fresh, digest identifiers shuffled: two issues of one content share nothing that links them")
    func unlinkable() throws {
        let content = SampleContent.drivingLicence()
        let (first, second) = (try IssuerSigned(issue(content)), try IssuerSigned(issue(content)))
        let items = { (document: IssuerSigned) in document.items }
        #expect(zip(items(first), items(second)).allSatisfy { $0.encoded != $1.encoded })
        #expect(items(first).map(\.digestID) != items(second).map(\.digestID))
        #expect(items(first).map(\.digestID) != items(first).map(\.digestID).sorted(), "identifiers must not follow the elements' order")
        #expect(items(first).allSatisfy { $0.randomBytes == 32 })
    }

    @Test("Decoys hide the number of elements and disturb nothing")
    func decoys() throws {
        let content = SampleContent.drivingLicence()
        let issued = try issue(content, decoys: 15)
        let mso = try MobileSecurityObject(issuerAuthPayload: try #require(IssuerSigned(issued).issuerAuth.payload))
        #expect(mso.valueDigests[.mobileDrivingLicence]?.count == content.elements.count + 15)
        guard case .verified = try IssuedDocumentVerification(trust: World.parties().issuerTrust()).verify(issued, docType: content.docType, at: World.now)
        else { Issue.record("refused"); return }
    }

    @Test("Content that departs from the catalogue is not issued, and every fault is named")
    func faults() throws {
        let reference = { (identifier: ElementIdentifier) in ElementReference(.mobileDrivingLicence, identifier) }
        var elements = SampleContent.drivingLicence().elements.filter { $0.reference.identifier != "portrait" && $0.reference.identifier != "issuing_country" }
        elements.append(.init(reference("issuing_country"), .text("XX")))
        elements.append(.init(reference("height"), .text("tall")))
        elements.append(.init(reference("favourite_colour"), .text("green")))
        let content = DocumentContent(docType: .mobileDrivingLicence, elements: elements)
        #expect {
            _ = try issue(content)
        } throws: { error in
            let reason = (error as? IssuingError)?.reason ?? ""
            return ["portrait is mandatory", "issuing_country is not the signer's", "height must be", "height is given twice", "favourite_colour is not an element"]
                .allSatisfy(reason.contains)
        }
    }

    @Test("Where a standard says which values an element can have, no other is issued", arguments: [
        (.mobileDrivingLicence, "sex", .unsigned(9), .unsigned(3)), (.mobileDrivingLicence, "eye_colour", .text("hazel"), .text("Hazel")),
        (.mobileDrivingLicence, "hair_colour", .text("blond"), .text("blonde")), (.aamva, "sex", .unsigned(1), .unsigned(0)),
        (.aamva, "DHS_compliance", .text("F"), .text("full")), (.aamva, "organ_donor", .unsigned(1), .unsigned(0)),
        (.aamva, "weight_range", .unsigned(0), .unsigned(10)), (.aamva, "race_ethnicity", .text("BK"), .text("B\u{212A}")),
        (.aamva, "name_suffix", .text("IX"), .text("X")), ("eu.europa.ec.eudi.pid.1", "sex", .unsigned(5), .unsigned(7)),
    ] as [(NameSpace, ElementIdentifier, CBORValue, CBORValue)])
    func closedValues(nameSpace: NameSpace, element: ElementIdentifier, allowed: CBORValue, other: CBORValue) {
        func faults(_ value: CBORValue) -> [String] {
            DocumentContent(docType: "example.card.1", elements: [.init(ElementReference(nameSpace, element), value)]).faults
        }
        #expect(faults(allowed).isEmpty)
        #expect(faults(other).map { $0.contains("\(element) must be ") } == [true])
    }

    @Test("A licence's jurisdiction is one of its country")
    func jurisdiction() {
        func isPlaced(_ jurisdiction: String) -> Bool {
            let content = SampleContent.drivingLicence()
            let element = DocumentContent.Element(ElementReference(.mobileDrivingLicence, "issuing_jurisdiction"), .text(jurisdiction))
            return DocumentContent(docType: content.docType, elements: content.elements + [element]).faults.isEmpty
        }
        #expect(isPlaced("UT-A"))
        for elsewhere in ["DE-BY", "UT", "UTA", "Utopia", ""] { #expect(!isPlaced(elsewhere)) }
    }

    @Test("A European proof of age or identity lacks nothing that is mandatory, but for the portrait, of which its person may opt out")
    func mandatoryElsewhere() {
        func faults(_ docType: DocType, _ elements: KeyValuePairs<ElementIdentifier, CBORValue>) -> [String] {
            let nameSpace = NameSpace(rawValue: docType.rawValue)
            return DocumentContent(docType: docType, elements: elements.map { .init(ElementReference(nameSpace, $0.key), $0.value) }).faults
        }
        #expect(faults("eu.europa.ec.av.1", ["age_over_18": .boolean(true)]).isEmpty)
        #expect(faults("eu.europa.ec.av.1", ["age_over_21": .boolean(true)]) == ["eu.europa.ec.av.1/age_over_18 is mandatory and missing"])
        #expect(
            faults(
                "eu.europa.ec.eudi.pid.1",
                [
                    "family_name": .text("Appleseed"), "given_name": .text("Kelly"), "birth_date": .fullDate("1994-04-18"),
                    "nationality": .array([.text("UT")]), "issuing_authority": .text("Utopia"), "issuing_country": .text("UT"),
                ]) == ["eu.europa.ec.eudi.pid.1/place_of_birth is mandatory and missing"])
    }

    @Test("Nothing is issued that readers refuse: a name that is empty or too long, a key that stands twice, a date in another form")
    func unreadable() throws {
        func faults(_ value: CBORValue = .null, docType: String = "example.card.1", nameSpace: String = "example", name: String = "value") -> [String] {
            let reference = ElementReference(NameSpace(rawValue: nameSpace), ElementIdentifier(rawValue: name))
            return DocumentContent(docType: DocType(rawValue: docType), elements: [.init(reference, value)]).faults
        }
        let longest = String(repeating: "n", count: 256)
        #expect(faults(docType: longest, nameSpace: longest, name: longest).isEmpty)
        for name in ["", longest + "n"] {
            #expect(faults(docType: name).map { $0.contains("type must have 1 to 256 bytes") } == [true])
            #expect(faults(nameSpace: name).count == 1 && faults(name: name).count == 1)
        }
        #expect(faults(.textMap(["a": .null, "a": .null])).map { $0.contains("cbor.duplicate-key") } == [true])
        let dates: [CBORValue] = [
            .dateTime("2026-06-01T12:00:00.5Z"), .dateTime("2026-06-01T12:00:00+02:00"), .dateTime("2026-06-01t12:00:00z"), .dateTime("2026-06-01"),
            .fullDate("1 June 2026"),
        ]
        for date in dates {
            #expect(faults(.array([.textMap(["since": date])])).map { $0.contains("has a date in another form") } == [true])
        }
        #expect(faults(.array([.fullDate("2026-06-01"), .dateTime("2026-06-01T12:00:00Z"), .text("2026-06-01t12:00:00z")])).isEmpty)
    }

    @Test("A document that no wallet could read is not issued, though each of its parts is in order: too large as a whole, or with names too long")
    func unreadableWhole() throws {
        let parties = try World.parties()
        func code(picture bytes: Int = 1, authorized name: String = "example.device") -> IssuingError.Code? {
            let elements = ["front", "back"].map {
                DocumentContent.Element(ElementReference("example", ElementIdentifier(rawValue: $0)), .bytes([UInt8](repeating: 0, count: bytes)))
            }
            do throws(IssuingError) {
                _ = try MobileDocumentIssuer(signer: parties.signer).issue(
                    DocumentContent(docType: "example.card.1", elements: elements), deviceKey: parties.deviceKey.verificationKey.coseKey,
                    validity: Self.validity, keyAuthorizations: KeyAuthorizations(nameSpaces: [NameSpace(rawValue: name)]))
                return nil
            } catch { return error.code }
        }
        #expect(code(picture: 3 << 20) == nil)
        #expect(code(picture: 5 << 20) == .content)
        let longest = String(repeating: "n", count: 256)
        #expect(code(authorized: longest) == nil)
        for name in ["", longest + "n"] { #expect(code(authorized: name) == .content) }
    }

    @Test("The deepest value that is issued is read in an answer; one level more is not issued")
    func deepest() throws {
        func content(levels: Int) -> DocumentContent {
            let value = (0..<levels).reduce(CBORValue.null) { inner, _ in .array([inner]) }
            return DocumentContent(docType: "example.deep.1", elements: [.init(ElementReference("example.deep", "value"), value)])
        }
        let parties = try World.parties()
        let deepest = content(levels: 24)
        let held = try HeldDocument(issuerSigned: issue(deepest), deviceKey: parties.deviceKey)
        let asked = RequestedDocument("example.deep.1", nameSpace: "example.deep", elements: ["value"])
        let (session, request) = try RequestBuilder(documents: [asked], signers: [parties.readerSigner()]).build(
            for: parties.origin, expiresAt: World.now.advanced(bySeconds: 60))
        let presented = try PresentedRequest(
            deviceRequest: request.data.deviceRequest, encryptionInfo: request.data.encryptionInfo, origin: parties.origin)
        let review = try Holder(documents: [held], readerTrust: parties.readerTrust(), policy: .trustedReaders).review(presented, at: World.now)
        let sealed = try review.answer(PresentationChoice(acceptingDefaultsOf: review))
        let verdict = Verifier(trust: try parties.issuerTrust()).verify(
            CredentialResponse(sealed: sealed.encoded), for: ClaimedSession(claimed: session), at: World.now)
        guard case .verified(let verified) = verdict else {
            Issue.record("refused: \(verdict.report.failures)")
            return
        }
        #expect(verified.documents[0]["example.deep", "value"]?.value == deepest.elements[0].value)
        let deeper = content(levels: 25)
        #expect(deeper.faults.map { $0.contains("cbor.too-deep") } == [true])
        #expect(throws: IssuingError.self) { try issue(deeper) }
    }

    @Test("A document never outlives its signer and never begins before it is signed")
    func validity() throws {
        let content = SampleContent.drivingLicence()
        let midnight = Self.midnight
        for wrong in [
            ValidityInfo(signed: midnight, validFrom: midnight, validUntil: midnight.advanced(byDays: 3000)),
            ValidityInfo(signed: midnight, validFrom: midnight.advanced(byDays: -1), validUntil: midnight.advanced(byDays: 1)),
            ValidityInfo(signed: midnight, validFrom: midnight, validUntil: midnight),
            ValidityInfo(signed: midnight.advanced(byDays: -400), validFrom: midnight, validUntil: midnight.advanced(byDays: 1)),
        ] {
            #expect(throws: IssuingError.self) { try issue(content, validity: wrong) }
        }
    }

    @Test("On its signer's first day a document is signed from the signer's first moment on, and not at the midnight before")
    func firstDay() throws {
        let parties = try World.parties()
        let content = SampleContent.drivingLicence()
        let noon = Self.midnight.advanced(bySeconds: 12 * 3_600)
        let signer = try parties.root.issueDocumentSigner(
            notBefore: noon, contact: .uri("https://mobility.utopia.example"), crlDistributionPoint: "https://mobility.utopia.example/iaca.crl")
        func issue(signed: Instant) throws -> [UInt8] {
            try MobileDocumentIssuer(signer: signer).issue(
                content, deviceKey: parties.deviceKey.verificationKey.coseKey,
                validity: ValidityInfo(signed: signed, validFrom: noon, validUntil: Self.midnight.advanced(byDays: 30)))
        }
        for early in [Self.midnight, noon.advanced(bySeconds: -1)] {
            let error = #expect(throws: IssuingError.self) { try issue(signed: early) }
            #expect(error?.code == .documentValidity)
        }
        let issued = try issue(signed: noon)
        guard case .verified = try IssuedDocumentVerification(trust: parties.issuerTrust()).verify(issued, docType: content.docType, at: noon)
        else { Issue.record("refused"); return }
    }

    @Test("What the device may sign is written where there is something, a namespace as a whole or by its elements; a status has a place")
    func authorizations() throws {
        let parties = try World.parties()
        let content = SampleContent.drivingLicence()
        func issue(_ authorizations: KeyAuthorizations?, _ status: StatusReference? = nil) throws -> MobileSecurityObject {
            let issued = try MobileDocumentIssuer(signer: parties.signer).issue(
                content, deviceKey: parties.deviceKey.verificationKey.coseKey, validity: Self.validity, keyAuthorizations: authorizations, status: status)
            return try MobileSecurityObject(issuerAuthPayload: try #require(IssuerSigned(issued).issuerAuth.payload))
        }
        func code(_ authorizations: KeyAuthorizations?, _ status: StatusReference? = nil) throws -> IssuingError.Code? {
            do {
                _ = try issue(authorizations, status)
                return nil
            } catch let error as IssuingError {
                return error.code
            }
        }
        let element = ElementReference("example.device", "reading")
        #expect(try issue(KeyAuthorizations()).keyAuthorizations == nil)
        let both = KeyAuthorizations(nameSpaces: ["example.other"], elements: [element])
        #expect(try issue(both).keyAuthorizations == both)
        #expect(try code(KeyAuthorizations(nameSpaces: ["example.device"], elements: [element])) == .documentAuthorizations)
        #expect(try code(nil, StatusReference()) == .documentStatus)
        // No list has more places than verifiers inflate.
        let places: [(UInt64, IssuingError.Code?)] = [(1, nil), (134_217_727, nil), (134_217_728, .documentStatus), (.max, .documentStatus)]
        for (index, expected) in places {
            #expect(try code(nil, StatusReference(statusList: .init(index: index, uri: "https://status.example/1"))) == expected, "\(index)")
        }
    }

    @Test("A document names its revocation where verifiers fetch it, vouched for by a certificate that can vouch, or is not issued")
    func statusAddresses() throws {
        let parties = try World.parties()
        func code(_ status: StatusReference) -> IssuingError.Code? {
            do {
                _ = try MobileDocumentIssuer(signer: parties.signer).issue(
                    SampleContent.drivingLicence(), deviceKey: parties.deviceKey.verificationKey.coseKey, validity: Self.validity, status: status)
                return nil
            } catch { return error.code }
        }
        func both(_ uri: String, _ certificate: ByteSlice?) -> [StatusReference] {
            [
                StatusReference(statusList: .init(index: 1, uri: uri, certificate: certificate)),
                StatusReference(identifierList: .init(identifier: ByteSlice([1]), uri: uri, certificate: certificate)),
            ]
        }
        let good = "https://status.example/1"
        for status in both(good, nil) + both(good, ByteSlice(parties.root.identity.derEncoded)) { #expect(code(status) == nil) }
        for uri in ["", "http://status.example/1", "https://", "https://user@status.example/1", good + String(repeating: "a", count: 2048)] {
            for status in both(uri, nil) { #expect(code(status) == .documentStatus, "\(uri.prefix(64))") }
        }
        for status in both(good, ByteSlice([])) + both(good, ByteSlice([0x30, 0x00])) { #expect(code(status) == .documentStatus) }
        // A signer's own certificate vouches for nobody.
        for status in both(good, ByteSlice(parties.signer.derEncoded)) { #expect(code(status) == .documentStatus) }
    }

    @Test("JSON content takes the catalogue's types")
    func json() throws {
        let json = """
            {"docType": "org.iso.18013.5.1.mDL", "nameSpaces": {
              "org.iso.18013.5.1": {"family_name": "Appleseed", "birth_date": "1994-04-18", "issue_date": "2026-03-01T08:00:00Z", "height": 171,
                "age_over_21": true, "driving_privileges": [{"vehicle_category_code": "B", "issue_date": "2014-05-02"}]},
              "example.custom": {"member_since": {"$date": "2020-01-02"}, "badge": {"$bytes": "AQID"}, "score": 1.5, "tags": ["a", null, false]}}}
            """
        let content = try DocumentContent(json: Data(json.utf8), portrait: SamplePortrait.jpeg)
        #expect(content[.mobileDrivingLicence, "birth_date"] == .fullDate("1994-04-18"))
        #expect(content[.mobileDrivingLicence, "issue_date"] == .dateTime("2026-03-01T08:00:00Z"))
        #expect(content[.mobileDrivingLicence, "height"] == .unsigned(171))
        #expect(content[.mobileDrivingLicence, "portrait"] == .bytes(SamplePortrait.jpeg))
        #expect(content[.mobileDrivingLicence, "driving_privileges"] == .array([
            .textMap(["vehicle_category_code": .text("B"), "issue_date": .fullDate("2014-05-02")])
        ]))
        #expect(content["example.custom", "member_since"] == .fullDate("2020-01-02"))
        #expect(content["example.custom", "badge"] == .bytes([1, 2, 3]))
        #expect(content["example.custom", "score"] == .float(1.5))
        #expect(content["example.custom", "tags"] == .array([.text("a"), .null, .boolean(false)]))
        #expect(throws: IssuingError.self) { try DocumentContent(json: Data("[]".utf8)) }
    }

    @Test("A whole number is issued with every digit of its JSON, or not at all", arguments: [
        ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)), ("9007199254740993", .integer(9_007_199_254_740_993)),
        ("0.5", .float(0.5)), ("9223372036854775808", nil), ("12345678901234567890", nil), ("1e300", nil),
    ] as [(String, CBORValue?)])
    func digits(text: String, issued: CBORValue?) {
        for json in [text, "[\(text)]", #"{"a": \#(text)}"#] {
            var value: CBORValue?
            do throws(IssuingError) {
                let content = #"{"docType": "example.card.1", "nameSpaces": {"example": {"number": \#(json)}}}"#
                value = try DocumentContent(json: Data(content.utf8)).elements.first?.value
            } catch {
                #expect(error.code == .contentFile)
            }
            switch value {
            case .array(let items)?: #expect(items.first == issued)
            case .map(let members)?: #expect(members.first?.value == issued)
            default: #expect(value == issued)
            }
        }
    }

    @Test("Dates in JSON become days or whole seconds in UTC, however they are spelt; what is no date is not issued", arguments: [
        ("2026-03-01T08:00:00.25Z", "2026-03-01T08:00:00Z"), ("2026-03-01T08:00:00+02:00", "2026-03-01T06:00:00Z"),
        ("2026-03-01t08:00:00z", "2026-03-01T08:00:00Z"), ("2026-03-01", nil), ("yesterday", nil), ("2026-02-30", nil),
    ] as [(String, String?)])
    func spelling(text: String, issued: String?) throws {
        let tables = try ElementTables.builtIn.adding("namespace | example.times | open\nelement | at | dateTime | O | personal | a | b | c | d")
        /// The value that is issued; nil where it is a fault.
        func value(_ element: String) throws -> CBORValue? {
            let json = #"{"docType": "example.card.1", "nameSpaces": {\#(element)}}"#
            let content = try DocumentContent(json: Data(json.utf8), tables: tables)
            return content.faults(by: tables).isEmpty ? content.elements[0].value : nil
        }
        let moment: CBORValue? = issued.map { .dateTime($0) }
        let day: CBORValue? = CalendarDate(text).map { .fullDate("\($0)") }
        // A date of either kind, one of a namespace that nobody knows, a date and time, and a day.
        #expect(try value(#""org.iso.18013.5.1": {"issue_date": "\#(text)"}"#) == day ?? moment)
        #expect(try value(#""example": {"since": {"$date": "\#(text)"}}"#) == day ?? moment)
        #expect(try value(#""example.times": {"at": "\#(text)"}"#) == moment)
        #expect(try value(#""org.iso.18013.5.1": {"birth_date": "\#(text)"}"#) == day)
    }

    @Test("The portrait goes where the table of the document's type has it; without such a table it is refused, and only then", arguments: [
        ("org.iso.18013.5.1.mDL", "org.iso.18013.5.1/portrait"), ("org.iso.23220.photoid.1", "org.iso.23220.1/portrait"),
        ("org.iso.23220.photoID.1", "org.iso.23220.1/portrait"), ("eu.europa.ec.eudi.pid.1", "eu.europa.ec.eudi.pid.1/portrait"),
        ("eu.europa.ec.av.1", nil), ("example.library.card.1", nil),
    ] as [(String, String?)])
    func portrait(docType: String, expected: String?) throws {
        let json = Data(#"{"docType": "\#(docType)", "nameSpaces": {"example.custom": {"score": 1}}}"#.utf8)
        #expect(try DocumentContent(json: json).elements.count == 1)
        var placed: [String]?
        do throws(IssuingError) {
            placed = try DocumentContent(json: json, portrait: SamplePortrait.jpeg).elements.map(\.reference.description)
        } catch {
            #expect(error.code == .contentPortrait)
        }
        #expect(placed == expected.map { ["example.custom/score", $0] })
    }

    @Test("A document of a made-up type goes through issue, request, consent and verification")
    func madeUpType() throws {
        let content = DocumentContent(docType: "example.library.card.1", elements: [
            .init(ElementReference("example.library", "reader_number"), .text("R-17")), .init(ElementReference("example.library", "adult"), .boolean(true)),
        ])
        let result = try IssuedDocumentVerification(trust: World.parties().issuerTrust()).verify(issue(content), docType: "example.library.card.1", at: World.now)
        guard case .verified(let document) = result else { Issue.record("refused"); return }
        #expect(document.elements.map(\.reference.identifier) == ["reader_number", "adult"])
        guard case .refused(let report) = try IssuedDocumentVerification(trust: World.parties().issuerTrust()).verify(issue(content), docType: "example.other", at: World.now)
        else { Issue.record("verified as another type"); return }
        #expect(RecordedExchange.failures(report) == ["mso.docType"])
    }
}
