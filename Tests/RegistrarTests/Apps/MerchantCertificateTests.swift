import CBOR
import Crypto
import DocumentProvider
import DocumentTrust
import Foundation
import IssuingAuthority
import MobileDocument
import Registrar
import SwiftASN1
import Testing
import X509

@Suite("Certificates of merchants")
struct MerchantCertificateTests {
    private let now = RegistrarWorld.now

    private func expect(_ code: RegistrarError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void) {
        #expect(throws: RegistrarError(code, "", mend: ""), sourceLocation: sourceLocation) { try body() }
    }

    /// An account whose merchant was granted.
    private func ready() throws -> AppScene {
        var scene = try AppScene()
        _ = try scene.approved()
        return scene
    }

    private func issue(
        _ scene: inout AppScene, _ key: P256.Signing.PrivateKey, name: String = "sealing", merchant: String = AppScene.merchant, at time: Instant = RegistrarWorld.now
    ) throws -> IssuedCertificate {
        try scene.world.ledger.issue(
            SigningRequest(pem: SigningRequestMaker().with("CN", merchant).pem(key)), name: name, for: "rentals", merchant: merchant,
            by: scene.world.authority, at: time, using: &scene.world.generator)
    }

    private func read(_ issued: IssuedCertificate) throws -> MerchantCertificate { try MerchantCertificate(ByteSlice(issued.derEncoded)) }

    @Test("A certificate names merchant and team, is for key agreement alone, and lasts 397 days to the second")
    func content() throws {
        var scene = try ready()
        let key = P256.Signing.PrivateKey()
        let certificate = try read(issue(&scene, key))
        #expect(certificate.merchantIdentifier == AppScene.merchant)
        #expect(certificate.teamIdentifier == "rentals")
        #expect(certificate.publicKey.x963Representation == key.publicKey.x963Representation)
        #expect(certificate.certificate.keyUsage == KeyUsage(keyAgreement: true))
        #expect(certificate.certificate.extendedKeyUsage == ["2.25.6849018726503762786.4"])
        #expect(certificate.certificate.notAfter == now.advanced(bySeconds: 397 * 86_400 - 1))
        #expect(!certificate.certificate.subject.contains("admin@"))
        let trust = ReaderTrustList([try scene.world.anchor()])
        try certificate.check(for: AppScene.merchant, of: "rentals", trust: trust, at: now)
    }

    @Test("Nothing is sealed for another merchant or team, under another root, outside its time, once it is withdrawn, or by old lists")
    func check() throws {
        var scene = try ready()
        let issued = try issue(&scene, P256.Signing.PrivateKey())
        let certificate = try read(issued)
        let anchor = try scene.world.anchor()
        func fault(
            merchant: String = AppScene.merchant, team: String = "rentals", trust: ReaderTrustList? = nil, at time: Instant? = nil
        ) -> MerchantCertificateFault? {
            do {
                try certificate.check(for: merchant, of: team, trust: trust ?? ReaderTrustList([anchor]), at: time ?? now)
                return nil
            } catch { return error }
        }
        #expect(fault() == nil)
        #expect(fault(merchant: "example.other") == .merchant)
        #expect(fault(team: "other") == .merchant)
        #expect(fault(trust: ReaderTrustList([])) == .path)
        #expect(fault(trust: ReaderTrustList([try RegistrarWorld().anchor()])) == .path, "a name is no root")
        #expect(fault(at: now.advanced(bySeconds: -1)) == .validity)
        #expect(fault(at: now.advanced(byDays: 397)) == .validity)
        let fresh = try RevocationList(scene.world.ledger.revocationList(by: scene.world.authority, at: now), issuedBy: anchor)
        #expect(fault(trust: ReaderTrustList([anchor], revocationLists: [fresh])) == nil)
        #expect(fault(trust: ReaderTrustList([anchor], revocationLists: [fresh]), at: now.advanced(byDays: 3)) == .staleRevocationList)
        try scene.world.ledger.revoke(issued.serialNumber, .superseded, at: now)
        let newer = try RevocationList(scene.world.ledger.revocationList(by: scene.world.authority, at: now), issuedBy: anchor)
        #expect(fault(trust: ReaderTrustList([anchor], revocationLists: [newer])) == .revoked)
    }

    @Test("A merchant's certificate is none of a reader, and a reader's none of a merchant")
    func purposes() throws {
        var scene = try ready()
        let key = P256.Signing.PrivateKey()
        let issued = try issue(&scene, key)
        #expect(throws: PresentationRefusal.self) {
            _ = try Wallet.review(
                ["family_name"], certificate: issued.derEncoded, key: .p256(key), trust: ReaderTrustList([try scene.world.anchor()]))
        }
        var readers = try RegistrarWorld.ready()
        let reader = try readers.issue(SigningRequestMaker().pem())
        let plain = try scene.world.authority.issueReaderCertificate(name: AuthorityName(country: "UT", commonName: "reader"), notBefore: now)
        #expect(throws: MerchantCertificateFault.self) { _ = try read(reader) }
        #expect(throws: MerchantCertificateFault.purpose) { _ = try MerchantCertificate(ByteSlice(plain.derEncoded)) }
        #expect(throws: MerchantCertificateFault.unreadable) { _ = try MerchantCertificate(ByteSlice([1])) }
    }

    @Test("An authority certifies a merchant's key on P-256, and no other: nothing could be sealed to it")
    func curve() throws {
        let authority = try ReaderAuthority.make(name: AuthorityName(country: "UT", commonName: "Registrar"), notBefore: now)
        func certify(_ key: Certificate.PublicKey) throws -> [UInt8] {
            var generator = SystemRandomNumberGenerator()
            let merchant = MerchantEncryption(
                name: try AuthorityName(country: "UT", commonName: "rentals.example"), publicKey: key, merchantIdentifier: AppScene.merchant,
                teamIdentifier: "rentals", crlDistributionPoint: "https://registrar.example/crl")
            return try authority.certify(merchant, notBefore: now, using: &generator)
        }
        let certified = try MerchantCertificate(ByteSlice(certify(Certificate.PublicKey(P256.Signing.PrivateKey().publicKey))))
        #expect(certified.merchantIdentifier == AppScene.merchant)
        for key in [Certificate.PublicKey(P384.Signing.PrivateKey().publicKey), Certificate.PublicKey(P521.Signing.PrivateKey().publicKey)] {
            #expect {
                try certify(key)
            } throws: {
                ($0 as? IssuingError)?.code == .keyCurve
            }
        }
    }

    /// A certificate of a merchant's key, to be wrong in one way.
    private struct Draft {
        var key = Certificate.PublicKey(P256.Signing.PrivateKey().publicKey)
        var subject = "sealing"
        var usage: KeyUsage? = KeyUsage(keyAgreement: true)
        var purposes: [ASN1ObjectIdentifier] = [MerchantCertificateExtension.purpose]
        /// Whose key it is, DER by hand.
        var owner: [UInt8]? = Draft.sequence(Draft.text("example.rentals"), Draft.text("rentals"))
        var others: [Certificate.Extension] = []

        static func sequence(_ members: [UInt8]...) -> [UInt8] {
            let content = members.flatMap { $0 }
            return [0x30, UInt8(content.count)] + content
        }

        static func text(_ text: String) -> [UInt8] { [0x0C, UInt8(text.utf8.count)] + Array(text.utf8) }

        func make() throws -> Certificate {
            try Certificate(
                version: .v3, serialNumber: .init(bytes: [1, 2, 3]), publicKey: key,
                notValidBefore: Date(timeIntervalSince1970: 1_780_000_000), notValidAfter: Date(timeIntervalSince1970: 1_790_000_000),
                issuer: try DistinguishedName { CommonName("registrar.example") }, subject: try DistinguishedName { CommonName(subject) },
                signatureAlgorithm: .ecdsaWithSHA256,
                extensions: Certificate.Extensions {
                    if let usage { Critical(usage) }
                    if !purposes.isEmpty { Critical(try ExtendedKeyUsage(purposes.map { .init(oid: $0) })) }
                    if let owner { Certificate.Extension(oid: MerchantCertificateExtension.merchant, critical: false, value: owner[...]) }
                    for other in others { other }
                }, issuerPrivateKey: .init(P256.Signing.PrivateKey()))
        }
    }

    /// What is said of a certificate that is changed in one way.
    private func fault(_ change: (inout Draft) -> Void) throws -> MerchantCertificateFault? {
        var draft = Draft()
        change(&draft)
        var serializer = DER.Serializer()
        try serializer.serialize(draft.make())
        let encoded = ByteSlice(serializer.serializedBytes)
        do throws(MerchantCertificateFault) {
            _ = try MerchantCertificate(encoded)
            return nil
        } catch { return error }
    }

    @Test("A key on another curve, one more use or purpose, something that is not understood, or no word of whose it is: each alone refuses")
    func flaws() throws {
        #expect(try fault { _ in } == nil)
        #expect(try fault { $0.key = .init(P384.Signing.PrivateKey().publicKey) } == .key)
        #expect(try fault { $0.usage = nil } == .purpose)
        #expect(try fault { $0.usage = KeyUsage(digitalSignature: true) } == .purpose)
        #expect(try fault { $0.usage = KeyUsage(digitalSignature: true, keyAgreement: true) } == .purpose)
        #expect(try fault { $0.purposes = [] } == .purpose)
        #expect(try fault { $0.purposes = [[1, 0, 18013, 5, 1, 6]] } == .purpose)
        #expect(try fault { $0.purposes.append([1, 0, 18013, 5, 1, 6]) } == .purpose)
        #expect(try fault { $0.others = [Certificate.Extension(oid: [2, 25, 1], critical: true, value: [0x05, 0x00])] } == .purpose)
        #expect(try fault { $0.owner = nil } == .merchantUnreadable)
        #expect(try fault { $0.owner = [0x05, 0x00] } == .merchantUnreadable)
        let text = Draft.text("rentals")
        #expect(try fault { $0.owner = Draft.sequence(text) } == .merchantUnreadable)
        #expect(try fault { $0.owner = Draft.sequence(text, text, text) } == .merchantUnreadable)
        #expect(try fault { $0.owner = Draft.sequence(text, [0x0C, 0x01, 0xFF]) } == .merchantUnreadable)
    }

    @Test("A registrar has issued what its key signed in its name: not what another's key signed, nor what names another")
    func issuer() throws {
        var scene = try ready()
        let certificate = try read(issue(&scene, P256.Signing.PrivateKey()))
        let registrar = scene.world.authority.identity.certificate
        #expect(certificate.isIssued(by: registrar))
        let namesake = try RegistrarWorld().authority.identity.certificate
        #expect(namesake.subject == registrar.subject)
        #expect(!certificate.isIssued(by: namesake))
        let renamed = try Draft(key: registrar.publicKey, subject: "Another Registrar").make()
        #expect(!certificate.isIssued(by: renamed))
    }

    @Test("Only a merchant that was granted gets one, with its own name, on P-256, for a key that does nothing else")
    func refused() throws {
        var scene = try AppScene()
        let number = try scene.approved(.elements)
        expect(.merchantNotGranted) { _ = try issue(&scene, P256.Signing.PrivateKey()) }
        try scene.world.ledger.approveApplication(number, .merchants, at: now)
        expect(.merchantNotGranted) { _ = try issue(&scene, P256.Signing.PrivateKey(), merchant: "example.other") }
        expect(.requestMerchant) {
            _ = try scene.world.ledger.issue(
                SigningRequest(pem: SigningRequestMaker().with("CN", "example.other").pem()), name: "sealing", for: "rentals", merchant: AppScene.merchant,
                by: scene.world.authority, at: now, using: &scene.world.generator)
        }
        let large = SigningRequestMaker.pem(
            try SigningRequestMaker().with("CN", AppScene.merchant).der(.init(P384.Signing.PrivateKey()), algorithm: .ecdsaWithSHA384))
        expect(.requestKey) {
            _ = try scene.world.ledger.issue(
                SigningRequest(pem: large), name: "sealing", for: "rentals", merchant: AppScene.merchant, by: scene.world.authority, at: now,
                using: &scene.world.generator)
        }
        let key = P256.Signing.PrivateKey()
        _ = try issue(&scene, key)
        try scene.world.ledger.file(RegistrarWorld.form(), for: "rentals", at: now)
        try scene.world.ledger.approveForm(1, at: now)
        expect(.requestKeyOtherUse) { _ = try scene.world.issue(SigningRequestMaker().pem(key), name: "reader") }
    }

    @Test("A merchant's identifier that would be a public suffix gets its certificate, also by a request in capitals; no reader does by that name")
    func publicSuffix() throws {
        let merchant = "shop.ck"
        var scene = try AppScene()
        _ = try scene.approved { $0.merchants = [merchant] }
        try scene.world.ledger.file(RegistrarWorld.form(), for: "rentals", at: now)
        try scene.world.ledger.approveForm(1, at: now)
        expect(.requestDomain) { _ = try scene.world.issue(SigningRequestMaker().with("CN", merchant).pem(), name: "reader") }
        let first = try read(issue(&scene, P256.Signing.PrivateKey(), merchant: merchant))
        #expect(first.merchantIdentifier == merchant)
        let capitals = try SigningRequest(pem: SigningRequestMaker().with("CN", "SHOP.CK").pem())
        let second = try scene.world.ledger.issue(
            capitals, name: "second", for: "rentals", merchant: merchant, by: scene.world.authority, at: now, using: &scene.world.generator)
        #expect(try read(second).merchantIdentifier == merchant)
        // A letter that is none of ASCII until it is made small.
        expect(.requestDomain) { _ = try SigningRequest(pem: SigningRequestMaker().with("CN", "shop.c\u{212A}").pem()) }
    }

    @Test("A merchant that is taken back loses its certificates with it, and no other's")
    func takenBack() throws {
        var scene = try AppScene()
        let number = try scene.approved { $0.merchants = [AppScene.merchant, "example.second"] }
        _ = try scene.approved { $0.merchants = ["example.second"] }
        let lost = try issue(&scene, P256.Signing.PrivateKey(), name: "lost")
        let kept = try issue(&scene, P256.Signing.PrivateKey(), name: "kept", merchant: "example.second")
        try scene.world.ledger.refuseApplication(number, .merchants, reason: "It is another's.", at: now)
        #expect(try scene.world.ledger.certificate(lost.serialNumber).revocationReason == .privilegeWithdrawn)
        #expect(try scene.world.ledger.certificate(kept.serialNumber).revocationReason == nil)
        expect(.merchantNotGranted) { _ = try scene.world.renew(lost.name, SigningRequestMaker().with("CN", AppScene.merchant).pem()) }
    }

    @Test("While a key is changed answers to both are good to seal and to open; after the old one's end only those to the new one")
    func rollOver() throws {
        var scene = try ready()
        let trust = ReaderTrustList([try scene.world.anchor()])
        let (old, new) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
        let first = try read(issue(&scene, old))
        let later = now.advanced(byDays: 300)
        let second = try read(scene.world.renew("sealing", SigningRequestMaker().with("CN", AppScene.merchant).pem(new), at: later))
        #expect(first.publicKey.x963Representation != second.publicKey.x963Representation)
        func isGood(_ certificate: MerchantCertificate, at time: Instant) -> Bool {
            (try? certificate.check(for: AppScene.merchant, of: "rentals", trust: trust, at: time)) != nil
        }
        for certificate in [first, second] { #expect(isGood(certificate, at: later)) }
        let end = first.certificate.notAfter.advanced(bySeconds: 1)
        #expect(!isGood(first, at: end))
        #expect(isGood(second, at: end))
    }
}
