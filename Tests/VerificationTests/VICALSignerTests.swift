import CBOR
import Crypto
import DocumentTrust
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import Testing
import X509

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

    @Test("A list is made in its signer's last second, and not after it: no reader would take it")
    func endedSigner() throws {
        let parties = try World.parties()
        let begin = World.now.advanced(byDays: -1)
        let provider = try ListProviderRoot.make(name: AuthorityName(country: "UT", organization: "Lists", commonName: "Lists Root"), notBefore: begin)
        let signer = try provider.issueVICALSigner(
            name: AuthorityName(country: "UT", organization: "Lists", commonName: "Lists Signer"), notBefore: begin, days: 2)
        let issuer = try ParsedCertificate(ByteSlice(parties.root.identity.derEncoded))
        let readers = try ParsedCertificate(ByteSlice(parties.readerAuthority.identity.derEncoded))
        func refusals(at date: Instant) -> [IssuingError.Code?] {
            func refusal(_ sign: () throws(IssuingError) -> [UInt8]) -> IssuingError.Code? {
                do throws(IssuingError) {
                    _ = try sign()
                    return nil
                } catch { return error.code }
            }
            return [
                refusal { () throws(IssuingError) in
                    try VICALSigner(signer).sign(VICALDraft(provider: "Lists", date: date, entries: [.init(issuer, docTypes: [.mobileDrivingLicence])]))
                },
                refusal { () throws(IssuingError) in try RICALSigner(signer).sign(RICALDraft(provider: "Lists", date: date, entries: [.init(readers)])) },
            ]
        }
        #expect(refusals(at: signer.notAfter) == [nil, nil])
        #expect(refusals(at: signer.notAfter.advanced(bySeconds: 1)) == [.listContent, .listContent])
        let list = try VICALSigner(signer).sign(
            VICALDraft(provider: "Lists", date: signer.notAfter, entries: [.init(issuer, docTypes: [.mobileDrivingLicence])]))
        let root = TrustAnchor(try ParsedCertificate(ByteSlice(provider.identity.derEncoded)), provenance: "test")
        let late = VICALVerification.verify(list, authorities: TrustListAuthorities([root]), at: signer.notAfter.advanced(bySeconds: 1))
        #expect(late.failures == ["list.signerValidity"])
    }

    @Test("What readers of a list would refuse, or not use, is not signed")
    func readable() throws {
        let begin = World.now.advanced(byDays: -1)
        let provider = try ListProviderRoot.make(name: AuthorityName(country: "UT", organization: "Lists", commonName: "Lists Root"), notBefore: begin)
        let signer = try provider.issueVICALSigner(name: AuthorityName(country: "UT", organization: "Lists", commonName: "Lists Signer"), notBefore: begin)
        let root = try CertificateMaker.authority().make(key: P256.Signing.PrivateKey())
        var maker = CertificateMaker.authority()
        maker.keyUsage = KeyUsage(cRLSign: true)
        let unable = try maker.make(key: P256.Signing.PrivateKey())
        func isSigned(
            provider: String = "Lists", url: String? = nil, docTypes: [DocType] = [.mobileDrivingLicence], _ certificate: ParsedCertificate? = nil, name: String? = nil
        ) throws -> [Bool] {
            let listed = certificate ?? root
            let vical = VICALDraft(
                provider: provider, date: World.now, url: url, entries: [.init(listed, docTypes: docTypes, issuingAuthority: name)])
            let rical = RICALDraft(provider: provider, date: World.now, url: url, entries: [.init(listed, name: name)])
            func signs(_ sign: () throws -> [UInt8]) throws -> Bool {
                do {
                    return try !sign().isEmpty
                } catch let error as IssuingError {
                    #expect(error.code == .listContent)
                    return false
                }
            }
            return [try signs { try VICALSigner(signer).sign(vical) }, try signs { try RICALSigner(signer).sign(rical) }]
        }
        let longest = String(repeating: "l", count: 1024)
        #expect(try isSigned(provider: longest, url: longest, docTypes: [DocType(rawValue: longest)], name: longest) == [true, true])
        #expect(try isSigned(provider: "") == [false, false])
        #expect(try isSigned(provider: longest + "l") == [false, false])
        #expect(try isSigned(url: longest + "l") == [false, false])
        #expect(try isSigned(name: longest + "l") == [false, false])
        #expect(try isSigned(unable) == [false, false])
        #expect(try isSigned(docTypes: [""]) == [false, true])
        #expect(try isSigned(docTypes: Array(repeating: .mobileDrivingLicence, count: 257)) == [false, true])
    }
}
