import CBOR
import DocumentTrust
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import Testing
import X509

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

    @Test("A root whose key usage ends with zero bits signs as any other; one whose key usage is another does not")
    func keyUsageEncoding() throws {
        func root(_ usage: [UInt8]) throws -> IssuerRoot {
            var draft = CertificateDraft.root
            draft.usage = nil
            draft.others = [Certificate.Extension(oid: [2, 5, 29, 15], critical: true, value: usage[...])]
            return try IssuerRoot(identity: CertifiedKey(derEncoded: draft.make().encoded.array, signingKey: .p256(CertificateDraft.rootKey)))
        }
        #expect(throws: Never.self) { try root([0x03, 0x02, 0x00, 0x06]) }
        for other: [UInt8] in [[0x03, 0x02, 0x00, 0x86], [0x03, 0x02, 0x00, 0x04]] {
            let fault = #expect(throws: IssuingError.self) { try root(other) }
            #expect(fault?.code == .authorityProfile)
        }
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
