import CBOR
import DocumentTrust
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import Testing

@Suite("The root of an issuing authority")
struct IssuerRootTests {
    @Test("What it signed it has issued; its own certificate and those of others it has not, not even under its name")
    func issued() throws {
        let parties = try World.parties()
        #expect(parties.root.hasIssued(parties.signer.certificate))
        #expect(!parties.root.hasIssued(parties.root.identity.certificate))
        #expect(!parties.root.hasIssued(parties.reader.certificate))
        let begin = World.now.advanced(byDays: -1)
        let contact = AlternativeName.uri("https://mobility.utopia.example")
        let double = try IssuerRoot(identity: IssuingAuthorityCertificate.make(name: parties.root.name, notBefore: begin, contact: contact))
        let signer = try double.issueDocumentSigner(
            notBefore: begin, contact: contact, crlDistributionPoint: "https://mobility.utopia.example/iaca.crl")
        #expect(double.hasIssued(signer.certificate))
        #expect(signer.certificate.issuer == parties.root.identity.certificate.subject)
        #expect(!parties.root.hasIssued(signer.certificate))
    }

    @Test("The contact that a certificate was made with is read from it; a reader's has none", arguments: [
        AlternativeName.email("mdl@utopia.example"), .uri("https://utopia.example/mdl"),
    ])
    func contact(contact: AlternativeName) throws {
        let name = try AuthorityName(country: "UT", commonName: "Utopia IACA")
        let root = try IssuingAuthorityCertificate.make(name: name, notBefore: World.now, contact: contact)
        #expect(AlternativeName(issuerOf: root.certificate) == contact)
        #expect(AlternativeName(issuerOf: try World.parties().reader.certificate) == nil)
    }
}
