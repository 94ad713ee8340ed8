import DocumentTrust
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
}
