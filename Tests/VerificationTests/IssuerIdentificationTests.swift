import CBOR
import Crypto
import DocumentTrust
import Foundation
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing

/// Who issued a document, by its own elements and by the certificates.
@Suite("Who issued it")
struct IssuerIdentificationTests {
    private static let authority = "Utopia Department of Mobility"
    private static let elements: [ElementIdentifier] = ["issuing_authority", "issuing_jurisdiction"]

    /// Verifies an answer that holds these elements beside the usual ones, asked for them or not.
    private func verify(
        authority: CBORValue? = .text(authority), jurisdiction: CBORValue? = nil, asking: [ElementIdentifier] = elements,
        profile: any VerificationProfile = ISOProfile(), _ change: (inout ForgedResponse) -> Void = { _ in },
        trust: IssuerTrustList? = nil
    ) throws -> Verdict {
        let parties = try World.parties()
        var response = ForgedResponse(parties)
        if let authority { response.items.append(.init(20, "issuing_authority", authority)) }
        if let jurisdiction { response.items.append(.init(21, "issuing_jurisdiction", jurisdiction)) }
        change(&response)
        let (session, _) = try parties.request(World.asked + asking)
        return try Verifier(trust: trust ?? parties.issuerTrust(), profile: profile, mode: .development).verify(
            try response.seal(for: session), for: ClaimedSession(claimed: session), at: World.now)
    }

    private func document(_ verdict: Verdict) throws -> VerifiedDocument {
        guard case .verified(let response) = verdict else {
            Issue.record("refused: \(RecordedExchange.failures(verdict.report))")
            throw World.Unavailable()
        }
        return response.documents[0]
    }

    @Test("The answer carries what the document says of its issuer beside what the certificates name, and that they agree")
    func agrees() throws {
        let verdict = try verify()
        let issuer = try document(verdict).issuer
        #expect(issuer.authority.element?.text == Self.authority)
        #expect(issuer.authority.signer.contains(Self.authority) && issuer.authority.authority.contains("Utopia IACA"))
        #expect(issuer.authority.agrees == true)
        #expect(issuer.country.element?.text == "UT" && issuer.country.signer == ["UT"] && issuer.country.authority == ["UT"])
        #expect(issuer.country.agrees == true)
        #expect(issuer.jurisdiction.element == nil && issuer.jurisdiction.agrees == nil)
        #expect(verdict.report.outcomes(of: .elementIssuingAuthority) == [.passed])
    }

    @Test("Names are compared without regard to capitals and spaces")
    func folding() throws {
        let same = [
            "UTOPIA DEPARTMENT OF MOBILITY", "  Utopia  Department\u{a0}of Mobility ", "utopia iaca",
            "\tutopia DEPARTMENT\r\nof\u{b}Mobility \n",
        ]
        for name in same { #expect(try document(verify(authority: .text(name))).issuer.authority.agrees == true, "\(name)") }
        for name in ["UtopiaDepartment of Mobility", "Utopia Department of Mobility.", "Utopia Department of Mobilit", "utopia\u{1f}iaca"] {
            #expect(try document(verify(authority: .text(name))).issuer.authority.agrees == false, "\(name)")
        }
    }

    @Test("Names beyond ASCII are compared in the same way, with each other and with names in ASCII", arguments: [
        ("\u{ce}le Verte", "\u{ee}LE  VERTE", true), ("\u{ce}le Verte", "Ile Verte", nil), ("Kelvin", "\u{212a}ELVIN", true),
        ("\u{212a}elvin", "kelvin", true), ("\u{212a}elvin", "kelvins", nil),
    ] as [(String, String, Bool?)])
    func foldingBeyondASCII(_ root: String, _ text: String, _ agrees: Bool?) throws {
        let (signerKey, rootKey) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
        let maker = CertificateMaker.authority("CN=\(root),C=UT")
        let leaf = try CertificateMaker().make(key: signerKey, issuer: maker.subject, issuerKey: rootKey)
        let trust = IssuerTrustList([TrustAnchor(try maker.make(key: rootKey), provenance: "test")])
        let verdict = try verify(authority: .text(text), { response in
            response.chain = [leaf.encoded.array]
            response.issuerKey = .p256(signerKey)
        }, trust: trust)
        #expect(try document(verdict).issuer.authority.agrees == agrees)
    }

    @Test("An authority that no certificate names is a warning with a code of its own, and the answer says so", arguments: [
        CBORValue.text("Erewhon Department of Mobility"), .text(""), .bytes([1, 2]),
    ])
    func differs(_ value: CBORValue) throws {
        let verdict = try verify(authority: value)
        #expect(try document(verdict).issuer.authority.agrees == false)
        let check = try #require(verdict.report.checks.first { $0.identifier == .elementIssuingAuthority })
        #expect(check.outcome == .warning && check.identifier.rawValue == "element.issuingAuthority")
        #expect(check.element == "issuing_authority" && check.document == 0)
        #expect(check.reason?.contains(Self.authority) == true && check.reason?.contains("Erewhon") == false, "names of certificates only")
    }

    @Test("A country or state that the signer does not name refuses, and warns under the profile for old samples, where the answer says so")
    func places() throws {
        let signerKey = P256.Signing.PrivateKey()
        let rootKey = P256.Signing.PrivateKey()
        let name = "CN=Utopia IACA,ST=UT-A,C=UT"
        let root = try CertificateMaker.authority(name).make(key: rootKey)
        let leaf = try CertificateMaker(subject: "CN=DS,ST=UT-A,C=UT").make(key: signerKey, issuer: name, issuerKey: rootKey)
        let trust = IssuerTrustList([TrustAnchor(root, provenance: "test")])
        func verify(_ state: String, country: String, _ profile: any VerificationProfile) throws -> Verdict {
            try self.verify(jurisdiction: .text(state), profile: profile, { response in
                response.chain = [leaf.encoded.array]
                response.issuerKey = .p256(signerKey)
                for index in response.items.indices where response.items[index].identifier == "issuing_country" {
                    response.items[index].value = .text(country)
                }
            }, trust: trust)
        }
        let good = try document(verify("UT-A", country: "UT", ISOProfile())).issuer
        #expect(good.jurisdiction.agrees == true && good.jurisdiction.signer == ["UT-A"] && good.country.agrees == true)
        // Certificates that name no organization leave the name open.
        #expect(good.authority.agrees == nil && good.authority.signer == ["DS"])
        #expect(try verify("UT-A", country: "UT", ISOProfile()).report.outcomes(of: .elementIssuingAuthority) == [.skipped])

        #expect(
            try RecordedExchange.failures(verify("UT-B", country: "XX", ISOProfile()).report)
                == ["element.issuingCountry", "element.issuingJurisdiction"])
        let tolerated = try verify("UT-B", country: "XX", LegacySamplesProfile())
        #expect(tolerated.report.outcomes(of: .elementIssuingCountry) == [.warning])
        let issuer = try document(tolerated).issuer
        #expect(issuer.jurisdiction.agrees == false && issuer.country.agrees == false)
    }

    @Test("What was not asked for is not in the answer; the certificates' names always are")
    func unreleased() throws {
        let verdict = try verify(asking: [])
        let issuer = try document(verdict).issuer
        #expect(issuer.authority.element == nil && issuer.authority.agrees == nil)
        #expect(issuer.authority.signer.contains(Self.authority))
        #expect(verdict.report.outcomes(of: .elementIssuingAuthority) == [.passed], "compared all the same")
    }

    @Test("The JSON carries both and whether they agree; nothing else prints the element")
    func output() throws {
        let verdict = try verify(authority: .text("Erewhon Mobility"))
        let object = try #require(JSONSerialization.jsonObject(with: JSONEncoder().encode(verdict.output)) as? [String: Any])
        let document = try #require((object["documents"] as? [[String: Any]])?.first)
        let identification = try #require(document["identification"] as? [String: [String: Any]])
        #expect(identification["authority"]?["element"] as? String == "Erewhon Mobility")
        #expect((identification["authority"]?["signer"] as? [String])?.contains(Self.authority) == true)
        #expect(identification["authority"]?["agrees"] as? Bool == false)
        #expect(identification["country"]?["agrees"] as? Bool == true)
        #expect(identification["jurisdiction"]?["agrees"] == nil)
        let issuer = try self.document(verdict).issuer
        var text = "\(issuer)" + String(reflecting: issuer) + "\(verdict.report)"
        dump(issuer, to: &text)
        #expect(!text.contains("Erewhon"))
    }

    @Test("Without a path to a trusted root nothing is compared")
    func untrusted() throws {
        let verdict = try verify(trust: IssuerTrustList([]))
        #expect(verdict.report.outcomes(of: .elementIssuingAuthority) == [.skipped])
    }
}
