import DocumentTrust
import IdentityElements
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing

@Suite("A verified address")
struct ResidentAddressTests {
    /// What the documents' tables divide an address into, European identities and photo IDs.
    private static let documents: [(docType: String, nameSpace: NameSpace)] = [
        ("eu.europa.ec.eudi.pid.1", "eu.europa.ec.eudi.pid.1"), ("org.iso.23220.photoid.1", "org.iso.23220.photoid.1"),
    ]

    private func verified(_ parts: [(ElementIdentifier, String)], _ docType: DocType, _ nameSpace: NameSpace) throws -> VerifiedDocument? {
        let parties = try World.parties()
        var response = ForgedResponse(parties)
        (response.docType, response.signedDocType) = (docType, docType)
        response.items = parts.enumerated().map { index, part in
            var item = ForgedResponse.Item(UInt64(index), part.0, .text(part.1))
            item.nameSpace = nameSpace
            return item
        }
        let asked = RequestedDocument(docType, nameSpace: nameSpace, elements: parts.map(\.0))
        let (session, _) = try RequestBuilder(documents: [asked]).build(for: parties.origin, expiresAt: World.now.advanced(bySeconds: 60))
        let verdict = Verifier(trust: try parties.issuerTrust()).verify(
            try response.seal(for: session), for: ClaimedSession(claimed: session), at: World.now)
        guard case .verified(let verified) = verdict else {
            Issue.record("\(RecordedExchange.failures(verdict.report))")
            return nil
        }
        return verified.documents.first
    }

    @Test("A house's number that stands apart from its street is a part of its own, and makes an address alone", arguments: documents)
    func houseNumber(document: (docType: String, nameSpace: NameSpace)) throws {
        let docType = DocType(rawValue: document.docType)
        let parts: [(ElementIdentifier, String)] = [("resident_street", "Long Lane"), ("resident_house_number", "7b"), ("resident_city", "Oldtown")]
        let address = try #require(try verified(parts, docType, document.nameSpace)?.residentAddress)
        #expect(address.street == "Long Lane" && address.houseNumber == "7b" && address.city == "Oldtown")
        #expect(!"\(address)".contains("7b"))
        let number = try #require(try verified([parts[1]], docType, document.nameSpace)?.residentAddress)
        #expect(number.houseNumber == "7b" && number.street == nil)
        #expect(try verified([("family_name", "Doe")], docType, document.nameSpace)?.residentAddress == nil)
    }

    private func japanese(code: String?) throws -> ResidentAddress {
        var parts: [(ElementIdentifier, String)] = [("resident_address_unicode", "東京都千代田区")]
        if let code { parts.append(("local_gov_code_unicode", code)) }
        return try #require(try verified(parts, "org.iso.23220.1.jp.mnc", "org.iso.23220.1.jp")?.residentAddress)
    }

    @Test(
        "A municipality's code that begins with no prefecture, or is none, is reported as unknown and never guessed at",
        arguments: ["48101", "00101", "1310", "131016", ""])
    func unknownPrefecture(code: String) throws {
        let (address, list) = (try japanese(code: code), try Municipalities("13101 千代田区"))
        #expect(address.hasUnknownMunicipality && address.hasUnknownMunicipality(in: list) && address.municipality == nil)
    }

    @Test("A code that a list does not have is reported as unknown to it, with its prefecture and without a name; one that it has is not")
    func unknownToList() throws {
        let list = try Municipalities("13101 千代田区\n13102 中央区")
        let absent = try japanese(code: "13999")
        #expect(absent.hasUnknownMunicipality(in: list) && absent.municipality?.municipality(in: list) == nil)
        #expect(!absent.hasUnknownMunicipality && absent.municipality?.prefecture == "東京都", "without a list only the prefecture can be told")
        let present = try japanese(code: "13101")
        #expect(!present.hasUnknownMunicipality(in: list) && present.municipality?.municipality(in: list) == "千代田区")
        let withoutCode = try japanese(code: nil)
        #expect(!withoutCode.hasUnknownMunicipality && !withoutCode.hasUnknownMunicipality(in: list) && withoutCode.municipality == nil)
    }
}
