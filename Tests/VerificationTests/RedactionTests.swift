import CBOR
import DocumentProvider
import DocumentTrust
import Foundation
import IdentityElements
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing

/// Nothing that prints a structure prints the person in it.
@Suite("Redaction")
struct RedactionTests {
    private let canaries = ["Appleseed", "Kelly", "UT-4711-0815", "Orbit Lane", "1994-04-18"]

    private func texts(_ value: Any) -> String {
        var text = String(describing: value) + String(reflecting: value) + "\(value)"
        dump(value, to: &text)
        return text
    }

    @Test("Responses, documents, verdicts and reports print without element values")
    func structures() throws {
        let parties = try World.parties()
        let (session, request) = try parties.request(["given_name", "family_name", "document_number", "resident_address", "birth_date"])
        let answer = try parties.answer(request)
        let sealed = try EncryptedResponse(try #require(answer.sealed))
        let opened = try #require(ResponseOpener.open(sealed, for: session))
        let verdict = Verifier(trust: try parties.issuerTrust()).verify(answer, for: ClaimedSession(claimed: session), at: World.now)
        guard case .verified(let verified) = verdict else { Issue.record("refused"); return }
        let values: [Any] = [
            try DeviceResponse(opened), try IssuerSigned(parties.licence), try HeldDocument(issuerSigned: parties.licence, deviceKey: parties.deviceKey),
            verdict, verified, verified.documents[0], verified.documents[0].issuerSigned[0], verdict.report, SampleContent.drivingLicence(),
            verified.documents[0].issuerSigned[0].value,
        ]
        for value in values {
            let text = texts(value)
            for canary in canaries {
                #expect(!text.contains(canary), "\(type(of: value)) prints \(canary)")
                let list = Array(canary.utf8).map(String.init).joined(separator: ", ")
                #expect(!text.contains(list), "\(type(of: value)) prints the bytes of \(canary)")
            }
        }
    }

    @Test("What is read out of elements prints without what it says")
    func readElements() throws {
        let privilege = CBORValue.textMap([
            "vehicle_category_code": .text("CANARY-1"), "issue_date": .fullDate("1994-04-18"),
            "codes": .array([.textMap(["code": .text("CANARY-2"), "value": .text("CANARY-3")])]),
        ])
        let domestic = CBORValue.textMap([
            "domestic_vehicle_class": .textMap(["domestic_vehicle_class_code": .text("CANARY-4")]),
            "domestic_vehicle_restrictions": .array([.textMap(["domestic_vehicle_restriction_code": .text("CANARY-5")])]),
        ])
        let read = try #require(DrivingPrivilege(privilege))
        let readDomestic = try #require(DomesticDrivingPrivilege(domestic))
        let day = try #require(CalendarDate("2026-04-18"))
        let inference = try #require(AgeInference(atLeast: 21, attestations: [21: true], on: day) { _ in nil })
        var json = JSONText()
        json.object { $0.member("name", "CANARY-6") }
        let values: [Any] = [
            read, try #require(read.codes.first), readDomestic, try #require(readDomestic.vehicleClass), try #require(readDomestic.restrictions.first),
            inference, json, try #require(MunicipalityCode("13101")),
        ]
        for value in values {
            let text = texts(value)
            for canary in ["CANARY", "1994", "true", "13101"] { #expect(!text.contains(canary), "\(type(of: value)) prints \(canary)") }
        }
        #expect(read.category == "CANARY-1" && read.codes.first?.code == "CANARY-2")
    }

    @Test("Where a document's revocation is published prints without what is the document's alone there")
    func statusPlace() {
        let reference = StatusReference(
            statusList: .init(index: 19_940_418, uri: "https://status.example/1"),
            identifierList: .init(identifier: ByteSlice(Array("CANARY".utf8)), uri: "https://status.example/2"))
        let text = texts(reference)
        for canary in ["19940418", "CANARY", "67, 65, 78, 65"] { #expect(!text.contains(canary)) }
    }

    @Test("A refusal's JSON and reasons hold no element values, whatever is wrong", arguments: RefusalTests.defects)
    func refusals(_ defect: Defect) throws {
        let verdict = try World.verify(defect.change)
        let json = String(decoding: try JSONEncoder().encode(verdict.output), as: UTF8.self)
        #expect(!json.contains("\"documents\""))
        for canary in ["Appleseed", "Kelly", "Eve"] { #expect(!json.contains(canary)) }
    }

    @Test("A verified result's JSON holds the elements in the stable form")
    func stableJSON() throws {
        let parties = try World.parties()
        let (session, request) = try parties.request(["given_name", "portrait", "birth_date", "driving_privileges", "height"])
        let verdict = Verifier(trust: try parties.issuerTrust()).verify(
            try parties.answer(request), for: ClaimedSession(claimed: session), at: World.now)
        let object = try #require(JSONSerialization.jsonObject(with: JSONEncoder().encode(verdict.output)) as? [String: Any])
        #expect(object["verdict"] as? String == "verified")
        let checks = try #require(object["checks"] as? [[String: Any]])
        #expect(checks.allSatisfy { ["passed", "failed", "skipped", "unknown", "warning"].contains($0["outcome"] as? String ?? "") })
        let document = try #require((object["documents"] as? [[String: Any]])?.first)
        #expect(document["docType"] as? String == "org.iso.18013.5.1.mDL")
        let elements = try #require((document["issuerSigned"] as? [String: [String: Any]])?["org.iso.18013.5.1"])
        #expect(elements["given_name"] as? String == "Kelly")
        #expect(elements["portrait"] as? String == Base64URL.encode(SamplePortrait.jpeg))
        #expect(elements["birth_date"] as? String == "1994-04-18")
        #expect(elements["height"] as? Int == 171)
        #expect((elements["driving_privileges"] as? [[String: Any]])?.first?["issue_date"] as? String == "2014-05-02")
        let comparison = try #require(object["elements"] as? [String: [String]])
        #expect(Set(comparison.keys) == ["asked", "answered", "missing", "unrequested"])
    }
}
