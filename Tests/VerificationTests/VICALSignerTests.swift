import CBOR
import DocumentTrust
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import Testing

@Suite("Signing lists of issuing authorities")
struct VICALSignerTests {
    @Test("An entry that is no certification authority is not signed; its root is")
    func authorities() throws {
        let parties = try World.parties()
        let begin = World.now.advanced(byDays: -1)
        let provider = try ListProviderRoot.make(name: AuthorityName(country: "UT", organization: "Lists", commonName: "Lists Root"), notBefore: begin)
        let signer = VICALSigner(
            try provider.issueVICALSigner(name: AuthorityName(country: "UT", organization: "Lists", commonName: "Lists Signer"), notBefore: begin))
        func draft(_ listed: [CertifiedKey]) throws -> VICALDraft {
            VICALDraft(
                provider: "Lists", date: World.now,
                entries: try listed.map { .init(try ParsedCertificate(ByteSlice($0.derEncoded)), docTypes: [.mobileDrivingLicence]) })
        }
        #expect(try !signer.sign(draft([parties.root.identity])).isEmpty)
        #expect { try signer.sign(draft([parties.root.identity, parties.signer])) } throws: { error in
            let refusal = error as? IssuingError
            return refusal?.code == .listContent && refusal?.reason.contains("is not a certification authority") == true
        }
    }
}
