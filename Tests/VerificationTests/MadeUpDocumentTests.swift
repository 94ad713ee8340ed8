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

/// A type of document nobody has thought of, described by nothing but a table.
@Suite("A made-up document by a data file alone")
struct MadeUpDocumentTests {
    private static let table = """
        # What a ship's cook is allowed to do.
        namespace | org.example.galley | closed
        element | cook_name     | text     | M | personal  | Cook          | 料理人     | 요리사      | Cozinheiro
        element | licensed_on   | fullDate | M | document  | Licensed on   | 免許日     | 면허일      | Licenciado em
        element | dishes        | unsigned | O | personal  | Dishes        | 料理の数   | 요리 수     | Pratos
        element | fingerprint   | bytes    | O | sensitive | Fingerprint   | 指紋       | 지문        | Impressão digital
        element | age_over_NN   | boolean  | O | personal  | Over NN       | NN歳以上か | NN세 이상   | Mais de NN
        document | org.example.cook.1 | cook-licence | - | Cook's licence | 料理人免許 | 요리사 면허 | Licença de cozinheiro
        word | name | org.example.galley | cook_name
        word | document-issue-date | org.example.galley | licensed_on
        word | dishes | org.example.galley | dishes
        word | age-at-least | org.example.galley | age_over_NN
        group | kitchen | dishes age-at-least
        """

    private static let json = """
        {"docType": "org.example.cook.1", "nameSpaces": {"org.example.galley":
        {"cook_name": "Mary Jane", "licensed_on": "2024-02-29", "dishes": 7, "fingerprint": "AAEC", "age_over_18": true}}}
        """

    private struct Kitchen {
        let parties: SampleParties
        let tables: ElementTables
        let holder: Holder
    }

    private func kitchen() throws -> Kitchen {
        let (parties, tables) = (try World.parties(), try ElementTables.builtIn.adding(Self.table))
        let content = try DocumentContent(json: Data(Self.json.utf8), tables: tables)
        #expect(content.faults(by: tables).isEmpty)
        let issued = try MobileDocumentIssuer(signer: parties.signer).issue(
            content, deviceKey: parties.deviceKey.verificationKey.coseKey,
            validity: ValidityInfo(
                signed: World.now.advanced(byDays: -1), validFrom: World.now.advanced(byDays: -1), validUntil: World.now.advanced(byDays: 30)))
        let held = try HeldDocument(issuerSigned: issued, deviceKey: parties.deviceKey)
        return Kitchen(
            parties: parties, tables: tables, holder: Holder(documents: [held], readerTrust: try parties.readerTrust(), policy: .trustedReaders))
    }

    @Test("It is issued, asked for in words, matched, answered with exactly that, verified, and shown by its names")
    func walk() throws {
        let kitchen = try kitchen()
        let adult = try IdentityElement.age(atLeast: 18)
        let resolved = try kitchen.tables.resolve([.name, .documentIssueDate, adult], of: "org.example.cook.1")
        let asked = RequestedDocument(resolved, retaining: [.name], tables: kitchen.tables)
        let (session, request) = try RequestBuilder(documents: [asked], signers: [kitchen.parties.readerSigner()]).build(
            for: kitchen.parties.origin, expiresAt: World.now.advanced(bySeconds: 60))
        let presented = try PresentedRequest(
            deviceRequest: request.data.deviceRequest, encryptionInfo: request.data.encryptionInfo, origin: kitchen.parties.origin)
        let review = try kitchen.holder.review(presented, at: World.now)
        let sealed = try review.answer(PresentationChoice(acceptingDefaultsOf: review))
        let verdict = Verifier(trust: try kitchen.parties.issuerTrust()).verify(
            CredentialResponse(sealed: sealed.encoded), for: ClaimedSession(claimed: session), at: World.now)
        guard case .verified(let response) = verdict else {
            Issue.record("\(RecordedExchange.failures(verdict.report))")
            return
        }
        let document = response.documents[0]
        #expect(document.docType == "org.example.cook.1")
        #expect(document.issuerSigned.map(\.reference.identifier) == ["cook_name", "licensed_on", "age_over_18"])
        #expect(document["org.example.galley", "cook_name"]?.text == "Mary Jane", "a name is not taken apart")
        #expect(document["org.example.galley", "licensed_on"]?.date == CalendarDate("2024-02-29"))
        #expect(document.issuerSigned.filter(\.mayBeRetained).map(\.reference.identifier) == ["cook_name"])
        #expect(document.inference(ofAge: 18, at: World.now)?.isReached == true)
        #expect(document.inference(ofAge: 16, at: World.now) == nil, "an attestation of another's namespace answers its own threshold only")
        #expect(ElementCatalogue.displayName(of: document.issuerSigned[2].reference, in: .japanese, from: kitchen.tables) == "18歳以上か")
        #expect(document.docType.displayName(in: .portuguese, from: kitchen.tables) == "Licença de cozinheiro")
    }

    @Test("Its table is held against its content as the built-in ones are")
    func faults() throws {
        let tables = try ElementTables.builtIn.adding(Self.table)
        let content = try DocumentContent(
            json: Data(#"{"docType": "org.example.cook.1", "nameSpaces": {"org.example.galley": {"dishes": "many", "hat_size": 7}}}"#.utf8), tables: tables)
        #expect(content.faults(by: tables).count == 2)
        #expect(content.faults.isEmpty, "without its table nothing is known of it")
    }
}

/// My Number through the whole walk.
@Suite("A My Number Card")
struct MyNumberCardTests {
    private static let card: DocType = "org.iso.23220.1.jp.mnc"
    private static let myNumber = ElementName("org.iso.23220.1.jp", "individual_number_unicode")

    /// The verdict on an answer of these elements.
    private func verdict(_ items: [ForgedResponse.Item], of docType: DocType, to asked: RequestedDocument) throws -> Verdict {
        let parties = try World.parties()
        var response = ForgedResponse(parties)
        (response.docType, response.signedDocType, response.items) = (docType, docType, items)
        let (session, _) = try RequestBuilder(documents: [asked]).build(for: parties.origin, expiresAt: World.now.advanced(bySeconds: 60))
        return Verifier(trust: try parties.issuerTrust()).verify(
            try response.seal(for: session), for: ClaimedSession(claimed: session), at: World.now)
    }

    @Test("Both namespaces come back with each element in its own, the number checks, and it is never announced to be kept")
    func walk() throws {
        let resolved = try ElementTables.builtIn.resolve(
            [.documentNumber, .sex, .address], of: "org.iso.23220.1.jp.mnc", region: "JP", legalBasis: [Self.myNumber])
        let asked = RequestedDocument(resolved, retaining: [.documentNumber, .sex])
        #expect(asked.elements.filter(\.intentToRetain).map(\.reference.identifier) == ["sex", "sex_unicode"])
        let items: [ForgedResponse.Item] = asked.elements.enumerated().map { index, element in
            let text = element.reference.identifier == "individual_number_unicode" ? "123456789018" : element.reference.identifier == "local_gov_code_unicode" ? "13101" : "東京都千代田区"
            var item = ForgedResponse.Item(UInt64(index), element.reference.identifier, element.reference.identifier == "sex" ? .unsigned(2) : .text(text))
            item.nameSpace = element.reference.nameSpace
            return item
        }
        let verdict = try verdict(items, of: Self.card, to: asked)
        guard case .verified(let verified) = verdict else {
            Issue.record("\(RecordedExchange.failures(verdict.report))")
            return
        }
        #expect(verified.report.outcomes(of: .elementMyNumber) == [.passed])
        let document = verified.documents[0]
        #expect(document.myNumber?.digits == "123456789018")
        #expect(Set(document.issuerSigned.map(\.reference.nameSpace)) == ["org.iso.23220.1", "org.iso.23220.1.jp"])
        #expect(document.residentAddress?.street == "東京都千代田区")
        #expect(document.residentAddress?.municipality?.prefecture == "東京都")
        var dumped = ""
        dump(verdict, to: &dumped)
        #expect(!dumped.contains("123456789018") && !"\(document.residentAddress as Any)".contains("東京"))
    }

    @Test("One digit changed, wherever it stands, is refused by its own check and by nothing else, told to nobody, and not issued", arguments: 0..<12)
    func changedDigit(position: Int) throws {
        var digits = Array("123456789018".utf8)
        digits[position] = digits[position] == 0x39 ? 0x30 : digits[position] + 1
        let number = String(decoding: digits, as: UTF8.self)
        var item = ForgedResponse.Item(0, "individual_number_unicode", .text(number))
        item.nameSpace = "org.iso.23220.1.jp"
        let asked = RequestedDocument(Self.card, nameSpace: item.nameSpace, elements: [item.identifier])
        guard case .refused(let refusal) = try verdict([item], of: Self.card, to: asked) else {
            Issue.record("a number that does not check was accepted")
            return
        }
        #expect(RecordedExchange.failures(refusal.report) == ["element.myNumber"])
        #expect(refusal.report.failures.first?.element == "individual_number_unicode" && !refusal.reason.contains(number))
        let content = DocumentContent(docType: Self.card, elements: [.init(ElementReference(Self.myNumber), .text(number))])
        #expect(content.faults.count == 1 && content.faults[0].contains("individual_number_unicode must be 12 digits"))
    }

    @Test("A licence's number is not held against a check digit, neither by who verifies nor by who issues")
    func licenceNumber() throws {
        let number = "123456789012"
        #expect(MyNumber(number) == nil)
        let asked = RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: ["document_number"])
        guard case .verified(let verified) = try verdict(
            [ForgedResponse.Item(0, "document_number", .text(number))], of: .mobileDrivingLicence, to: asked)
        else {
            Issue.record("refused")
            return
        }
        #expect(verified.documents[0][.mobileDrivingLicence, "document_number"]?.text == number && verified.documents[0].myNumber == nil)
        #expect(verified.report.outcomes(of: .elementMyNumber) == [.skipped])
        let content = DocumentContent(
            docType: .mobileDrivingLicence, elements: [.init(ElementReference(.mobileDrivingLicence, "document_number"), .text(number))])
        #expect(!content.faults.contains { $0.contains("document_number") })
    }
}
