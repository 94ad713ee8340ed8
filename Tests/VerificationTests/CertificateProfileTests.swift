import Crypto
import DocumentTrust
import Foundation
import MobileDocument
import Testing
import VectorSupport
import X509

@Suite("Certificate profiles")
struct CertificateProfileTests {
    /// A certificate that breaks one rule.
    struct Defect: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let profile: CertificateProfile
        let rule: String
        let change: @Sendable (inout CertificateDraft) -> Void

        init(_ profile: CertificateProfile, _ rule: String, _ description: String, _ change: @escaping @Sendable (inout CertificateDraft) -> Void) {
            testDescription = "\(profile.name): \(description)"
            self.profile = profile
            self.rule = rule
            self.change = change
        }
    }

    private func broken(_ draft: CertificateDraft, _ profile: CertificateProfile) throws -> [String] {
        let root = try CertificateDraft.root.make()
        return profile.check(try draft.make(), issuedBy: draft.issuer == nil ? nil : root).filter { !$0.isKept }.map(\.rule)
    }

    @Test("A certificate made to a profile keeps every rule of it", arguments: CertificateProfile.all.map(\.name))
    func kept(_ name: String) throws {
        let profile = try #require(CertificateProfile.all.first { $0.name == name })
        #expect(try broken(.keeping(profile), profile) == [])
    }

    @Test("A certificate broken in one way breaks that rule and no other", arguments: roots + signers + others)
    func brokenOnce(_ defect: Defect) throws {
        var draft = CertificateDraft.keeping(defect.profile)
        defect.change(&draft)
        #expect(try broken(draft, defect.profile) == [defect.rule])
    }

    private static let roots: [Defect] = [
        Defect(.issuingAuthority, "version", "version 1") { $0.version = .v1 },
        Defect(.issuingAuthority, "serialNumber", "a short serial number") { $0.serialNumber = [1, 2, 3, 4] },
        Defect(.issuingAuthority, "serialNumber", "the serial number 0") { $0.serialNumber = [0] },
        Defect(.issuingAuthority, "serialNumber", "a serial number of 21 octets") { $0.serialNumber = [UInt8](repeating: 9, count: 21) },
        Defect(.issuingAuthority, "forbiddenExtensions", "name constraints") {
            $0.others = [.init(oid: [2, 5, 29, 30], critical: false, value: [0x30, 0x00])]
        },
        Defect(.issuingAuthority, "criticalExtensions", "an unknown critical extension") {
            $0.others = [.init(oid: [1, 3, 6, 1, 4, 1, 99999, 1], critical: true, value: [0x05, 0x00])]
        },
        Defect(.issuingAuthority, "selfSigned", "another key's signature") { $0.signingKey = .init(P256.Signing.PrivateKey()) },
        Defect(.issuingAuthority, "country", "no country") { $0.country = nil },
        Defect(.issuingAuthority, "country", "a country in lower case") { $0.country = "ut" },
        Defect(.issuingAuthority, "commonName", "no common name") { $0.commonName = nil },
        Defect(.issuingAuthority, "validity", "21 years") { $0.days = 21 * 366 },
        Defect(.issuingAuthority, "subjectKeyIdentifier", "no key identifier") { $0.hasSubjectKey = false },
        Defect(.issuingAuthority, "keyUsage", "no key usage") { $0.usage = nil },
        Defect(.issuingAuthority, "keyUsage", "a third usage") { $0.usage = KeyUsage(digitalSignature: true, keyCertSign: true, cRLSign: true) },
        Defect(.issuingAuthority, "keyUsage", "no signing of certificates") { $0.usage = KeyUsage(cRLSign: true) },
        Defect(.issuingAuthority, "keyUsage", "a usage that is not critical") { $0.usageIsCritical = false },
        Defect(.issuingAuthority, "keyUsageEncoding", "zero bits at the end of the usage") {
            $0.usage = nil
            $0.others = [.init(oid: [2, 5, 29, 15], critical: true, value: [0x03, 0x03, 0x07, 0x06, 0x00])]
        },
        Defect(.issuingAuthority, "basicConstraints", "no basic constraints") { $0.constraints = nil },
        Defect(.issuingAuthority, "basicConstraints", "room for one more authority") { $0.constraints = .isCertificateAuthority(maxPathLength: 1) },
        Defect(.issuingAuthority, "basicConstraints", "no path length") { $0.constraints = .isCertificateAuthority(maxPathLength: nil) },
        Defect(.issuingAuthority, "basicConstraints", "constraints that are not critical") { $0.constraintsAreCritical = false },
        Defect(.issuingAuthority, "issuerAltName", "no contact") { $0.issuerName = nil },
        Defect(.issuingAuthority, "issuerAltName", "a DNS name for a contact") { $0.issuerName = [0x30, 0x04, 0x82, 0x02, 0x75, 0x74] },
        Defect(.issuingAuthority, "issuerAltName", "a malformed contact") { $0.issuerName = [0x81, 0x02, 0x75, 0x74] },
        Defect(.issuingAuthority, "crlDistributionPoints", "a list under a directory name") {
            $0.revocationList = CertificateDraft.distributionPoint(tag: 0xa4, [0x30, 0x00])
        },
        Defect(.aamvaIssuingAuthority, "jurisdiction", "no state") { $0.state = nil },
    ]

    private static let signers: [Defect] = [
        Defect(.statusSigner, "extendedKeyUsage", "the purpose of documents' signers") { $0.purposes = [[1, 0, 18013, 5, 1, 2]] },
        Defect(.statusSigner, "extendedKeyUsage", "no purpose but those of others") { $0.purposes = [[1, 3, 6, 1, 5, 5, 7, 3, 1]] },
        Defect(.statusSigner, "ownName", "the name of its issuer") { $0.commonName = "Utopia IACA" },
        Defect(.documentSigner, "issuerName", "another issuer") { $0.issuer = try? CertificateDraft.keeping(.reader).subject() },
        Defect(.documentSigner, "issuerSignature", "the signature of another key") { $0.signingKey = .init(P256.Signing.PrivateKey()) },
        Defect(.vicalSigner, "issuerSignature", "the signature of another key") { $0.signingKey = .init(P256.Signing.PrivateKey()) },
        Defect(.documentSigner, "issuerNameEncoding", "the issuer's name in another type of string") {
            $0.issuer = try? DistinguishedName {
                CountryName("UT")
                OrganizationName("Utopia")
                PrintableCommonName("Utopia IACA")
            }
        },
        Defect(.documentSigner, "basicConstraints", "an authority") { $0.constraints = .isCertificateAuthority(maxPathLength: 0) },
        Defect(.documentSigner, "country", "another country") { $0.country = "XX" },
        Defect(.documentSigner, "country", "no country") { $0.country = nil },
        Defect(.documentSigner, "commonName", "no common name") { $0.commonName = nil },
        Defect(.documentSigner, "validity", "458 days") { $0.days = 458 },
        Defect(.documentSigner, "validity", "an end before the beginning") { $0.days = -1 },
        Defect(.documentSigner, "subjectKeyIdentifier", "no key identifier") { $0.hasSubjectKey = false },
        Defect(.documentSigner, "authorityKeyIdentifier", "no authority key") { $0.authorityKey = .none },
        Defect(.documentSigner, "authorityKeyIdentifier", "another authority key") { $0.authorityKey = .other },
        Defect(.documentSigner, "keyUsage", "a key for agreement") { $0.usage = KeyUsage(keyAgreement: true) },
        Defect(.documentSigner, "keyUsage", "a key for more than signatures") { $0.usage = KeyUsage(digitalSignature: true, keyAgreement: true) },
        Defect(.documentSigner, "extendedKeyUsage", "no purpose") { $0.purposes = nil },
        Defect(.documentSigner, "extendedKeyUsage", "a reader's purpose") { $0.purposes = [[1, 0, 18013, 5, 1, 6]] },
        Defect(.documentSigner, "issuerAltName", "no contact") { $0.issuerName = nil },
        Defect(.documentSigner, "crlDistributionPoints", "no revocation list") { $0.revocationList = nil },
        Defect(.documentSigner, "forbiddenExtensions", "a policy mapping") {
            $0.others = [.init(oid: [2, 5, 29, 33], critical: false, value: [0x30, 0x00])]
        },
        Defect(.aamvaDocumentSigner, "jurisdiction", "no state") { $0.state = nil },
        Defect(.europeanPersonIdentificationSigner, "extendedKeyUsage", "a reader's purpose") { $0.purposes = [[1, 0, 18013, 5, 1, 6]] },
    ]

    private static let others: [Defect] = [
        Defect(.reader, "validity", "1188 days") { $0.days = 1188 },
        Defect(.reader, "extendedKeyUsage", "a document signer's purpose") { $0.purposes = [[1, 0, 18013, 5, 1, 2]] },
        Defect(.reader, "crlDistributionPoints", "no revocation list") { $0.revocationList = nil },
        Defect(.vicalSigner, "organization", "no organisation") { $0.organization = nil },
        Defect(.vicalSigner, "extendedKeyUsage", "a document signer's purpose") { $0.purposes = [[1, 0, 18013, 5, 1, 2]] },
        Defect(.vicalSigner, "keyUsage", "a key for agreement") { $0.usage = KeyUsage(keyAgreement: true) },
        Defect(.statusSigner, "validity", "1188 days") { $0.days = 1188 },
        Defect(.statusSigner, "keyUsage", "no key usage") { $0.usage = nil },
    ]

    @Test("A serial number whose first bit is set is positive, as half of all random ones are")
    func highSerialNumber() throws {
        var draft = CertificateDraft.keeping(.documentSigner)
        draft.serialNumber = [UInt8](repeating: 0xff, count: 16)
        #expect(try broken(draft, .documentSigner) == [])
    }

    @Test("A signer of lists may have either of the two usages that real ones have")
    func listSigner() throws {
        var draft = CertificateDraft.keeping(.vicalSigner)
        draft.usage = KeyUsage(nonRepudiation: true)
        #expect(try broken(draft, .vicalSigner) == [])
    }

    @Test("Who is issued by a certificate that may issue none is refused")
    func issuedByNoAuthority() throws {
        let changes: [(inout CertificateDraft) -> Void] = [
            { $0.constraints = nil }, { $0.usage = KeyUsage(digitalSignature: true) },
            { $0.others = [.init(oid: [1, 3, 6, 1, 4, 1, 99999, 1], critical: true, value: [0x05, 0x00])] },
        ]
        for profile in [CertificateProfile.documentSigner, .europeanPersonIdentificationSigner, .reader, .vicalSigner, .statusSigner] {
            let certificate = try CertificateDraft.keeping(profile).make()
            for change in changes {
                var root = CertificateDraft.root
                change(&root)
                let broken = try profile.check(certificate, issuedBy: root.make()).filter { !$0.isKept }
                #expect(broken.map(\.rule) == ["issuerAuthority"] && broken[0].severity == .refuse, "\(profile.name)")
            }
        }
    }

    @Test("A European signer may have the purpose of its own or the standard's, and without either it is refused")
    func europeanPurpose() throws {
        let profile = CertificateProfile.europeanPersonIdentificationSigner
        func purpose(_ draft: CertificateDraft) throws -> CertificateRuleResult {
            try #require(profile.check(draft.make(), issuedBy: CertificateDraft.root.make()).first { $0.rule == "extendedKeyUsage" })
        }
        var draft = CertificateDraft.keeping(profile)
        #expect(try purpose(draft).isKept)
        draft.purposes = [[1, 0, 18013, 5, 1, 2]]
        #expect(try purpose(draft).isKept)
        draft.purposes = [[1, 0, 18013, 5, 1, 6]]
        let refused = try purpose(draft)
        #expect(!refused.isKept && refused.severity == .refuse)
    }

    @Test("Rules that warn refuse a certificate by which nothing is verified, and no other that breaks them")
    func refusedByRulesThatWarn() throws {
        func severity(_ profile: CertificateProfile, _ rule: String, _ change: (inout CertificateDraft) -> Void) throws -> RuleSeverity {
            var draft = CertificateDraft.keeping(profile)
            change(&draft)
            let certificate = try draft.make()
            let root = try CertificateDraft.root.make()
            let result = try #require(profile.check(certificate, issuedBy: draft.issuer == nil ? nil : root).first { $0.rule == rule })
            #expect(!result.isKept, "\(profile.name)")
            return result.severity
        }
        let signers: [CertificateProfile] = [.documentSigner, .aamvaDocumentSigner, .europeanPersonIdentificationSigner, .vicalSigner, .statusSigner]
        for profile in signers + [CertificateProfile.reader] {
            let agreement = try severity(profile, "keyUsage") { $0.usage = KeyUsage(keyAgreement: true) }
            let none = try severity(profile, "keyUsage") { $0.usage = nil }
            let formal = try severity(profile, "keyUsage") { $0.usageIsCritical = false }
            #expect(agreement == .refuse && formal == .warn, "\(profile.name)")
            #expect(none == (profile.name == "reader" ? .warn : .refuse), "\(profile.name)")
        }
        for profile in [CertificateProfile.issuingAuthority, .aamvaIssuingAuthority] {
            let other = try severity(profile, "keyUsage") { $0.usage = KeyUsage(cRLSign: true) }
            let none = try severity(profile, "keyUsage") { $0.usage = nil }
            let noAuthority = try severity(profile, "basicConstraints") { $0.constraints = nil }
            let open = try severity(profile, "basicConstraints") { $0.constraints = .isCertificateAuthority(maxPathLength: nil) }
            #expect(other == .refuse && none == .warn && noAuthority == .refuse && open == .warn, "\(profile.name)")
        }
    }

    @Test("The state of the root binds those below it")
    func state() throws {
        var root = CertificateDraft.root
        root.state = "UT-A"
        var signer = CertificateDraft.keeping(.documentSigner)
        signer.issuer = try root.subject()
        let certificate = try root.make()
        func broken() throws -> [String] {
            CertificateProfile.documentSigner.check(try signer.make(), issuedBy: certificate).filter { !$0.isKept }.map(\.rule)
        }
        #expect(try broken() == ["stateOrProvince"])
        signer.state = "UT-A"
        #expect(try broken() == [])
    }

    @Test("Published roots load, fingerprint and all, and none breaks a rule that refuses", .enabled(if: Vectors.isAvailable, Comment(rawValue: Vectors.skipReason)))
    func publishedRoots() throws {
        struct Entry: Decodable {
            let file, sha256: String
        }
        let entries: [Entry] = try Vectors.json("iaca-roots/index.json")
        let anchors = try TrustAnchorFolder.load(#require(Vectors.folder).appendingPathComponent("iaca-roots").path)
        // One file is named twice there, once with the fingerprint of another certificate.
        #expect(anchors.count == Set(entries.map(\.file)).count)
        #expect(Set(anchors.map { Hexadecimal.text($0.certificate.fingerprint) }).isSubset(of: entries.map(\.sha256)))
        var refused: [String] = []
        for anchor in anchors {
            let results = CertificateProfile.issuingAuthority.check(anchor.certificate, issuedBy: nil)
            #expect(CertificateProfile.suggested(for: anchor.certificate)?.name == "issuing-authority", "\(anchor.provenance)")
            let isRefused = results.contains { !$0.isKept && $0.severity == .refuse }
            #expect(!isRefused, "\(anchor.provenance)")
            if isRefused { refused.append(anchor.provenance) }
        }
        InteropCell.seen("published roots", ("read", !anchors.isEmpty), ("none breaks a rule that refuses", refused.isEmpty))
    }

    @Test("The table of the documentation is the one the code gives")
    func documentation() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent("docs/certificate-profiles.md"), encoding: .utf8)
        #expect(text.contains(CertificateProfileTable.markdown))
    }
}
