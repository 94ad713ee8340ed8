import CBOR
import COSE
import Crypto
import DocumentTrust
import Foundation
import IssuingAuthority
import MobileDocument
import SwiftASN1
import Testing
import VectorSupport
import X509

@Suite("Lists of issuing authorities")
struct VICALTests {
    @Test("A list of the profile verifies and names its authorities, each for its document types only")
    func good() throws {
        let list = try #require(try VICALMaker().verify().list)
        #expect(list.report.failures.isEmpty)
        #expect(list.report.outcomes(of: .listEntries) == [.passed])
        #expect(list.report.outcomes(of: .listSignerRevocation) == [.unknown])
        #expect(list.dropped.isEmpty)
        #expect(list.signer.subject.contains("Utopia VICAL Signer"))
        let anchor = try #require(list.anchors.first)
        #expect(list.anchors.count == 1)
        #expect(anchor.scope == .docTypes([.mobileDrivingLicence]))
        #expect(anchor.provenance.contains("Utopia") && anchor.provenance.contains("7") && anchor.provenance.contains(list.date.description))
    }

    /// One defect and the checks that must fail for it, and no others.
    struct Defect: CustomTestStringConvertible, Sendable {
        let name: String
        let failures: [String]
        let change: @Sendable (inout VICALMaker) throws -> Void
        var testDescription: String { name }
    }

    static let defects: [Defect] = [
        Defect(name: "another purpose", failures: ["list.signerExtendedKeyUsage"]) { $0.signer.extendedKeyUsage = [[1, 0, 18013, 5, 1, 2]] },
        Defect(name: "no purpose", failures: ["list.signerExtendedKeyUsage"]) { $0.signer.extendedKeyUsage = nil },
        Defect(name: "key usage for agreeing on keys", failures: ["list.signerKeyUsage"]) { $0.signer.keyUsage = KeyUsage(keyAgreement: true) },
        Defect(name: "no key usage", failures: ["list.signerKeyUsage"]) { $0.signer.keyUsage = nil },
        Defect(name: "a signer that is an authority", failures: ["list.signerKeyUsage"]) { $0.signer.isAuthority = true },
        Defect(name: "expired signer", failures: ["list.signerValidity"]) { $0.signer.notAfter = World.now.advanced(byDays: -1) },
        Defect(name: "expired root", failures: ["list.signerValidity"]) { $0.root.notAfter = World.now.advanced(byDays: -1) },
        Defect(name: "signature by another key", failures: ["list.signature"]) { $0.signingKey = .p256(P256.Signing.PrivateKey()) },
        Defect(name: "algorithm of another curve", failures: ["list.signature"]) { $0.signingKey = .generate(.p384) },
        Defect(name: "no certificate", failures: ["list.signerCertificate"]) { $0.chain = [] },
        Defect(name: "a certificate that is none", failures: ["list.signerCertificate"]) { $0.chain = [[0x30, 0x00]] },
        Defect(name: "thumbprint of another certificate", failures: ["list.signerCertificate"]) {
            $0.thumbprint = (-16, [UInt8](repeating: 1, count: 32))
        },
        Defect(name: "a twin of the root as signer", failures: ["list.signerPath", "list.signerKeyUsage", "list.signerExtendedKeyUsage"]) {
            $0.chain = [try $0.root.make(key: VICALMaker.rootKey).encoded.array]
            $0.signingKey = .p256(VICALMaker.rootKey)
        },
        Defect(name: "unknown critical extension", failures: ["list.signerCertificate"]) {
            $0.signer.otherExtensions = [Certificate.Extension(oid: [1, 2, 3, 4], critical: true, value: [0x05, 0x00])]
        },
        Defect(name: "past its last day", failures: ["list.notAfter"]) { $0.notAfter = World.now.advanced(bySeconds: -1) },
        Defect(name: "version 2", failures: ["list.version"]) { $0.version = "2.0" },
        Defect(name: "no provider", failures: ["list.structure"]) { $0.provider = nil },
        Defect(name: "empty provider", failures: ["list.structure"]) { $0.provider = "" },
        Defect(name: "provider of more than 1,024 bytes", failures: ["list.structure"]) { $0.provider = String(repeating: "U", count: 1025) },
        Defect(name: "a date that is none", failures: ["list.structure"]) { $0.dateText = "yesterday" },
        Defect(name: "bytes after the signed list", failures: ["list.structure"]) { $0.payloadSuffix = [0x00] },
    ]

    @Test("A list of issuing authorities with one defect is refused for exactly that", arguments: defects)
    func refused(defect: Defect) throws {
        var maker = try VICALMaker()
        try defect.change(&maker)
        #expect(try maker.verify().failures == defect.failures)
    }

    @Test("The thumbprint of the list signer's own certificate is no defect, and one by another hash says nothing")
    func thumbprint() throws {
        var maker = try VICALMaker()
        let signer = try maker.signer.make(key: VICALMaker.signerKey, issuer: maker.root.subject, issuerKey: VICALMaker.rootKey)
        maker.chain = [signer.encoded.array]
        maker.thumbprint = (-16, signer.fingerprint)
        #expect(try maker.verify().list != nil)
        maker.thumbprint = (-43, [UInt8](repeating: 1, count: 48))
        #expect(try maker.verify().list != nil)
    }

    @Test("A list that no configured root stands behind is refused, and without roots every list is")
    func unknownRoot() throws {
        let maker = try VICALMaker()
        let other = TrustAnchor(try CertificateMaker.authority("CN=Other,C=UT").make(key: P256.Signing.PrivateKey()), provenance: "test")
        let sameName = TrustAnchor(try maker.root.make(key: P256.Signing.PrivateKey()), provenance: "test")
        for anchors in [[], [other], [sameName]] {
            let result = VICALVerification.verify(try maker.make(), authorities: TrustListAuthorities(anchors), at: World.now)
            #expect(result.failures == ["list.signerPath"])
        }
    }

    /// Verifies the maker's list with a revocation list of its root, or of another key.
    private func verify(
        _ maker: VICALMaker, revoking serials: [[UInt8]], daysAgo days: Int = 1, key: P256.Signing.PrivateKey = VICALMaker.rootKey
    ) throws -> TrustListResult<VerifiedVICAL> {
        var list = RevocationTests.ListMaker(issuer: try CertificateMaker.name(maker.root.subject))
        list.serials = serials
        list.thisUpdate = World.now.advanced(byDays: -days)
        list.nextUpdate = list.thisUpdate.advanced(byDays: 30)
        let issuer = TrustAnchor(try maker.root.make(key: key), provenance: "test")
        let authorities = TrustListAuthorities(
            try maker.authorities().anchors, revocationLists: [try RevocationList(list.make(with: key), issuedBy: issuer)])
        return VICALVerification.verify(try maker.make(), authorities: authorities, at: World.now)
    }

    @Test("The list of a revoked signer is refused for that; without a current revocation list it is unknown, with its age")
    func signerRevocation() throws {
        let maker = try VICALMaker()
        let serial: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        #expect(try verify(maker, revoking: [serial]).failures == ["list.signerRevocation"])
        #expect(try verify(maker, revoking: [serial], daysAgo: 90).failures == ["list.signerRevocation"], "once revoked, always revoked")
        #expect(try verify(maker, revoking: [[9]]).list?.report.outcomes(of: .listSignerRevocation) == [.passed])
        let stale = try verify(maker, revoking: [], daysAgo: 90)
        #expect(stale.list?.report.outcomes(of: .listSignerRevocation) == [.unknown])
        #expect(stale.report.checks.first { $0.identifier == .listSignerRevocation }?.reason?.contains("90 days old") == true)
        // A root of the same name with another key speaks for itself alone.
        let foreign = try verify(maker, revoking: [serial], key: P256.Signing.PrivateKey())
        #expect(foreign.list?.report.outcomes(of: .listSignerRevocation) == [.unknown])
    }

    @Test("A configured root that signs lists itself is refused")
    func rootAsSigner() throws {
        var maker = try VICALMaker()
        let root = try maker.root.make(key: VICALMaker.rootKey)
        maker.chain = [root.encoded.array]
        maker.signingKey = .p256(VICALMaker.rootKey)
        let authorities = TrustListAuthorities([TrustAnchor(root, provenance: "test")])
        #expect(
            VICALVerification.verify(try maker.make(), authorities: authorities, at: World.now).failures
                == ["list.signerPath", "list.signerKeyUsage", "list.signerExtendedKeyUsage"])
    }

    @Test("A signer with an RSA key is refused for its certificate, and an entry with one is dropped")
    func rsa() throws {
        let certificate = try RSACertificate.make()
        var signed = try VICALMaker()
        signed.chain = [certificate]
        #expect(try signed.verify().failures == ["list.signerCertificate"])

        var listed = try VICALMaker()
        var entry = listed.entries[0]
        entry.certificate = certificate
        listed.entries.append(entry)
        let list = try #require(try listed.verify().list)
        #expect(list.entries.count == 1)
        #expect(list.dropped.map(\.position) == [1])
        #expect(list.dropped.map(\.fault) == [.certificate(.unsupportedKey("RSA"))])
    }

    @Test("Deployed signers commit to content instead of signing digitally, and live long: accepted, the second with a warning")
    func deployedSigners() throws {
        var maker = try VICALMaker()
        maker.signer.keyUsage = KeyUsage(nonRepudiation: true)
        maker.signer.extendedKeyUsage = [[1, 0, 23220, 4, 1, 8]]
        #expect(try maker.verify().report.outcomes(of: .listSignerProfile) == [.passed])
        #expect(try maker.verify().list != nil)
        maker.signer.notAfter = maker.signer.notBefore.advanced(byDays: 1188)
        #expect(try maker.verify().report.outcomes(of: .listSignerProfile) == [.warning])
        #expect(try maker.verify().list != nil)
    }

    @Test("A list whose next issue is due warns, and so does one of tomorrow; one without dates says so")
    func softDates() throws {
        var maker = try VICALMaker()
        maker.nextUpdate = World.now.advanced(bySeconds: -1)
        let late = try #require(try maker.verify().list)
        #expect(late.report.outcomes(of: .listNextUpdate) == [.warning])
        maker.nextUpdate = nil
        maker.notAfter = nil
        let undated = try #require(try maker.verify().list)
        #expect(undated.report.outcomes(of: .listNextUpdate) == [.skipped])
        #expect(undated.report.outcomes(of: .listNotAfter) == [.skipped])
        maker.date = World.now.advanced(byDays: 1)
        #expect(try maker.verify().list?.report.outcomes(of: .listDate) == [.warning])
        maker.dateText = "2026-05-31T12:00:00.5Z"
        #expect(try maker.verify().list?.report.outcomes(of: .listDate) == [.warning])
        maker.dateText = "2026-06-02T12:00:00.5Z"
        #expect(try maker.verify().list?.report.outcomes(of: .listDate) == [.warning, .warning], "the form hides no date that has not come")
    }

    static let entryDefects: [(code: String, change: @Sendable (inout VICALMaker.Entry) -> Void)] = [
        ("entry.serialNumber", { $0.serialNumber = [1, 2, 3] }),
        ("entry.subjectKeyIdentifier", { $0.subjectKeyIdentifier?[0] ^= 1 }),
        ("entry.issuer", { $0.issuer?[20] ^= 1 }),
        ("entry.subject", { $0.subject = [0x30, 0x00] }),
        ("entry.certificate", { $0.certificate?.removeLast() }),
        ("entry.structure", { $0.certificate = nil }),
        ("entry.structure", { $0.serialNumber = nil }),
        ("entry.structure", { $0.subjectKeyIdentifier = nil }),
        ("entry.structure", { $0.docTypes = nil }),
        ("entry.structure", { $0.docTypes = [] }),
        ("entry.structure", { $0.docTypes = [""] }),
        ("entry.structure", { $0.docTypes = [String(repeating: "o", count: 1025)] }),
        ("entry.structure", { $0.docTypes = Array(repeating: "o", count: 257) }),
        ("entry.structure", { $0.issuingAuthority = String(repeating: "U", count: 1025) }),
        ("entry.duplicate", { _ in }),
    ]

    @Test("An entry that disagrees with its certificate is dropped with its reason, and the others stay", arguments: entryDefects.indices)
    func entries(index: Int) throws {
        let defect = Self.entryDefects[index]
        var maker = try VICALMaker()
        var bad = VICALMaker.Entry(try VICALMaker.issuer(defect.code == "entry.duplicate" ? "CN=Utopia IACA,C=UT" : "CN=Second IACA,C=UT"))
        if defect.code == "entry.duplicate" { bad = maker.entries[0] }
        defect.change(&bad)
        maker.entries.append(bad)
        let list = try #require(try maker.verify().list)
        #expect(list.entries.map(\.certificate.encoded.array) == [maker.entries[0].certificate])
        #expect(list.dropped.map(\.position) == [1])
        #expect(list.dropped.map(\.fault.code) == [defect.code])
        #expect(list.report.outcomes(of: .listEntries) == [.warning])
    }

    @Test("An entry whose certificate is no certification authority is dropped, since it could vouch for nobody")
    func notAuthority() throws {
        var maker = try VICALMaker()
        maker.entries.append(VICALMaker.Entry(try CertificateMaker().make(key: VICALMaker.issuerKey)))
        let list = try #require(try maker.verify().list)
        #expect(list.entries.count == 1)
        #expect(list.dropped.map(\.fault) == [.notAuthority])
    }

    @Test("A serial number may be a plain integer, and issuer and subject may be left out")
    func lenientEntries() throws {
        var maker = try VICALMaker()
        maker.entries[0].serialNumber = nil
        maker.entries[0].plainSerialNumber = 0x0102_0304_0506_0708
        maker.entries[0].issuer = nil
        maker.entries[0].subject = nil
        #expect(try maker.verify().list?.entries.count == 1)
        maker.entries[0].plainSerialNumber = 0x0102_0304_0506_0709
        #expect(try maker.verify().list?.dropped.map(\.fault) == [.serialNumber])
    }

    @Test("An empty text of an entry counts as absent")
    func emptyTexts() throws {
        var maker = try VICALMaker()
        maker.entries[0].issuingAuthority = "Utopia Department of Mobility"
        #expect(try maker.verify().list?.entries.map(\.issuingAuthority) == ["Utopia Department of Mobility"])
        maker.entries[0].issuingAuthority = ""
        #expect(try maker.verify().list?.entries.map(\.issuingAuthority) == [nil])
    }

    @Test("A list of issuing authorities never gives way to an older one of its provider")
    func rollback() throws {
        let held = try #require(try VICALMaker().verify().list)
        func offered(_ change: (inout VICALMaker) -> Void) throws -> TrustListRollback? {
            var maker = try VICALMaker()
            change(&maker)
            let list = try #require(try maker.verify().list)
            do throws(TrustListRollback) {
                try list.supersedes(held)
                return nil
            } catch { return error }
        }
        #expect(try offered { _ in } == nil)
        #expect(try offered { $0.issueID = 8 } == nil)
        #expect(try offered { $0.issueID = 6 } == .lowerIssue(offered: 6, held: 7))
        let earlier = held.date.advanced(bySeconds: -1)
        #expect(try offered { $0.date = earlier } == .olderDate(offered: earlier, held: held.date))
        #expect(try offered { maker in maker.issueID = 8; maker.date = earlier } == .olderDate(offered: earlier, held: held.date))
        #expect(try offered { maker in maker.issueID = nil; maker.date = earlier } == .olderDate(offered: earlier, held: held.date))
        #expect(try offered { $0.provider = "Erewhon" } == .otherProvider(offered: "Erewhon", held: "Utopia"))
    }

    @Test("No prefix of a list of issuing authorities verifies, nor one with a byte changed or added")
    func mutations() async throws {
        let maker = try VICALMaker()
        let (token, authorities) = (try maker.make(), try maker.authorities())
        func verifies(_ bytes: [UInt8]) -> Bool { VICALVerification.verify(bytes, authorities: authorities, at: World.now).list != nil }
        #expect(verifies(token))
        #expect(VICALVerification.verify(token + [0], authorities: authorities, at: World.now).failures == ["list.structure"])
        for length in token.indices {
            #expect(!verifies(Array(token[..<length])))
            // Other tests wait for this thread.
            await Task.yield()
        }
        for position in token.indices {
            var changed = token
            changed[position] ^= 0x01
            #expect(!verifies(changed), "byte \(position)")
            await Task.yield()
        }
    }

    @Test("A list of 5,000 entries loads; one of more than 20,000 is refused before its certificates are read")
    func size() async throws {
        var maker = try VICALMaker()
        // One signed template with other names: roots are trusted as they are, nobody checks their own signature.
        let template = maker.entries[0]
        let name = Array("Utopia IACA".utf8)
        func places(in received: [UInt8]?) throws -> [Int] {
            let bytes = try #require(received)
            return bytes.indices.dropLast(name.count - 1).filter { Array(bytes[$0..<($0 + name.count)]) == name }
        }
        let (inCertificate, inSubject) = (try places(in: template.certificate), try places(in: template.subject))
        #expect(inCertificate.count == 2 && inSubject.count == 1 && template.issuer == template.subject)
        maker.entries = []
        for number in 0..<5000 {
            var entry = template
            let text = Array("U\(1_000_000_000 + number)".utf8)
            for place in inCertificate { entry.certificate?.replaceSubrange(place..<(place + name.count), with: text) }
            for place in inSubject { entry.subject?.replaceSubrange(place..<(place + name.count), with: text) }
            entry.issuer = entry.subject
            maker.entries.append(entry)
            // Other tests wait for this thread.
            if number.isMultiple(of: 100) { await Task.yield() }
        }
        let list = try #require(try maker.verify().list)
        #expect(list.entries.count == 5000)
        #expect(Set(list.entries.map(\.certificate.subject)).count == 5000)

        var empty = maker.entries[0]
        empty.certificate = []
        maker.entries = Array(repeating: empty, count: 20_001)
        #expect(try maker.verify().failures == ["list.structure"])
    }

    @Test("A list signed here verifies, with the members of the second edition and without")
    func written() throws {
        let parties = try World.parties()
        let begin = World.now.advanced(byDays: -1)
        let root = try ListProviderRoot.make(name: AuthorityName(country: "UT", organization: "Lists", commonName: "Lists Root"), notBefore: begin)
        let signer = try root.issueVICALSigner(name: AuthorityName(country: "UT", organization: "Lists", commonName: "Lists Signer"), notBefore: begin)
        let authorities = TrustListAuthorities([TrustAnchor(try ParsedCertificate(ByteSlice(root.identity.derEncoded)), provenance: "test")])
        let issuer = try parties.issuerTrust().anchors[0].certificate
        var draft = VICALDraft(
            provider: "Lists", date: World.now,
            entries: [.init(issuer, docTypes: [.mobileDrivingLicence], issuingAuthority: "Utopia Department of Mobility")])
        let first = VICALVerification.verify(try VICALSigner(signer).sign(draft), authorities: authorities, at: World.now)
        #expect(first.report.failures.isEmpty && first.report.warnings.isEmpty)
        #expect(first.list?.entries.map(\.certificate.fingerprint) == [issuer.fingerprint])
        #expect(first.list?.entries.first?.issuingCountry == "UT")

        draft.issueID = 3
        draft.nextUpdate = World.now.advanced(byDays: 10)
        draft.notAfter = World.now.advanced(byDays: 20)
        draft.url = "https://lists.example/vical"
        let second = try #require(VICALVerification.verify(try VICALSigner(signer).sign(draft), authorities: authorities, at: World.now).list)
        #expect(second.issueID == 3 && second.nextUpdate == draft.nextUpdate && second.notAfter == draft.notAfter && second.url == draft.url)

        draft.entries.append(draft.entries[0])
        #expect { try VICALSigner(signer).sign(draft) } throws: { ($0 as? IssuingError)?.code == .listContent }
        draft.entries = [.init(issuer, docTypes: [])]
        #expect { try VICALSigner(signer).sign(draft) } throws: { ($0 as? IssuingError)?.code == .listContent }
        draft.entries = []
        draft.notAfter = World.now
        #expect { try VICALSigner(signer).sign(draft) } throws: { ($0 as? IssuingError)?.code == .listContent }
    }

    // MARK: Recorded lists

    private static let austroadsMoment = Instant("2025-01-01T00:00:00Z") ?? World.now

    /// The last second of the list signer's certificate.
    private static let austroadsSignerEnd = Instant("2027-12-03T03:24:41Z") ?? World.now

    private func austroads() throws -> (token: [UInt8], root: TrustAnchor) {
        let folder = try #require(Vectors.folder)
        let anchors = try TrustAnchorFolder.load(folder.appendingPathComponent("vical/austroads-root-certificate.pem").path)
        return (try Vectors.hex("vical/austroads-vical.cbor.hex"), try #require(anchors.first))
    }

    @Test("The pre-production list of Austroads verifies to its root and its 40 entries agree with their certificates", .enabled(if: Vectors.isAvailable, "\(Vectors.skipReason)"))
    func recorded() throws {
        let (token, root) = try austroads()
        let result = VICALVerification.verify(token, authorities: TrustListAuthorities([root]), at: Self.austroadsMoment)
        let list = try #require(result.list, "\(result.report.failures)")
        #expect(list.entries.count + list.dropped.count == 40)
        // Four test authorities have brainpool keys, with which this library cannot compute.
        #expect(list.dropped.map(\.position) == [13, 15, 17, 20])
        for entry in list.dropped {
            guard case .certificate(.unsupportedKey(let name)) = entry.fault else { Issue.record("\(entry.fault)"); continue }
            #expect(name.hasPrefix("brainpool"))
        }
        #expect(list.anchors.allSatisfy { $0.scope != .anyDocType })
        let entries = list.entries.count + list.dropped.count
        InteropCell.seen("Austroads", "verified; of \(entries) entries \(list.dropped.count) dropped, whose curves are brainpool")
    }

    @Test("It is refused with another root, after its signer expired, and with a byte changed", .enabled(if: Vectors.isAvailable, "\(Vectors.skipReason)"))
    func recordedRefused() throws {
        let (token, root) = try austroads()
        let other = TrustAnchor(try VICALMaker().root.make(key: VICALMaker.rootKey), provenance: "test")
        #expect(VICALVerification.verify(token, authorities: TrustListAuthorities([other]), at: Self.austroadsMoment).failures == ["list.signerPath"])
        let authorities = TrustListAuthorities([root])
        let afterwards = Self.austroadsSignerEnd.advanced(bySeconds: 1)
        #expect(VICALVerification.verify(token, authorities: authorities, at: Self.austroadsSignerEnd).list != nil)
        #expect(VICALVerification.verify(token, authorities: authorities, at: afterwards).failures == ["list.signerValidity"])
        for position in stride(from: 1000, to: token.count, by: 997) {
            var changed = token
            changed[position] ^= 0x01
            #expect(VICALVerification.verify(changed, authorities: authorities, at: Self.austroadsMoment).failures == ["list.signature"], "byte \(position)")
        }
    }
}
