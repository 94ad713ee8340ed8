import CBOR
import COSE
import DocumentProvider
import DocumentTrust
import Foundation
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
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
