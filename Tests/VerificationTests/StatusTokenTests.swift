import CBOR
import COSE
import Crypto
import MobileDocument
import Testing
import X509

@testable import DocumentTrust
@testable import IssuingAuthority

@Suite("Status tokens")
struct StatusTokenTests {
    /// A token broken in one way, and what must be said of it.
    struct Broken: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: StatusFault.Code
        let words: String
        let change: @Sendable (inout StatusTokenMaker, Workshop) throws -> Void

        init(
            _ name: String, _ code: StatusFault.Code, _ words: String, _ change: @escaping @Sendable (inout StatusTokenMaker, Workshop) throws -> Void
        ) {
            testDescription = name
            self.code = code
            self.words = words
            self.change = change
        }
    }

    /// A root and everything it needs to issue status signers that are wrong in one way.
    struct Workshop: Sendable {
        let rootKey = P256.Signing.PrivateKey()
        let signerKey = P256.Signing.PrivateKey()
        let root: ParsedCertificate

        init() throws { root = try CertificateMaker.authority().make(key: rootKey) }

        func signer(by key: P256.Signing.PrivateKey? = nil, issuer: String = "CN=Utopia IACA,C=UT", _ change: (inout CertificateMaker) -> Void = { _ in })
            throws -> [UInt8]
        {
            var maker = CertificateMaker(subject: "CN=Utopia Status,C=UT", extendedKeyUsage: nil)
            change(&maker)
            return try maker.make(key: signerKey, issuer: issuer, issuerKey: key ?? rootKey).encoded.array
        }

        func token(_ change: (inout StatusTokenMaker) throws -> Void = { _ in }) throws -> [UInt8] {
            var maker = StatusTokenMaker(chain: [try signer()], key: signerKey)
            try change(&maker)
            return try maker.make()
        }

        func verify(_ token: [UInt8], at time: Instant = World.now) throws -> VerifiedStatusList {
            let list = try VerifiedStatusList(StatusToken(token), from: StatusScene.uri, vouchedBy: root)
            if let fault = list.fault(at: time) { throw fault }
            return list
        }
    }

    private static func moment(_ days: Int) -> CBORValue { .unsigned(UInt64(World.now.advanced(byDays: days).secondsSinceEpoch)) }

    static let broken: [Broken] = [
        Broken("another tag", .structure, "18") { token, _ in token.tag = 17 },
        Broken("a byte after it", .structure, "follow") { token, _ in token.trailing = [0] },
        Broken("no type", .type, "type header") { token, _ in token.type = nil },
        Broken("type of a JWT", .type, "type header") { token, _ in token.type = "statuslist+jwt" },
        Broken("type in capitals", .type, "type header") { token, _ in token.type = "application/StatusList+CWT" },
        Broken("type of the other kind", .claims, "65530") { token, _ in token.type = "application/identifierlist+cwt" },
        Broken("no certificate", .chain, "no certificate") { token, _ in token.chain = [] },
        Broken("certificate in the unprotected header", .chain, "protected header") { token, _ in token.chainIsProtected = false },
        Broken("certificate that is none", .certificate, "DER") { token, _ in token.chain = [[0x30, 0x00]] },
        Broken("thumbprint of another certificate", .certificate, "x5t") { token, _ in token.thumbprint = [UInt8](repeating: 1, count: 32) },
        Broken("signed by another key", .signature, "does not verify") { token, _ in token.key = P256.Signing.PrivateKey() },
        Broken("algorithm outside the list", .signature, "not one an mdoc may use") { token, _ in token.algorithm = -257 },
        Broken("no payload", .signature, "no payload") { token, _ in token.isDetached = true },
        Broken("signer of a foreign root", .path, "did not issue") { token, workshop in
            token.chain = [try workshop.signer(by: P256.Signing.PrivateKey(), issuer: "CN=Elsewhere IACA,C=UT")]
        },
        Broken("signer of a foreign root of the same name", .path, "did not issue") { token, workshop in
            token.chain = [try workshop.signer(by: P256.Signing.PrivateKey())]
        },
        Broken("foreign root sent along", .path, "did not issue") { token, workshop in
            let foreign = P256.Signing.PrivateKey()
            token.chain = [try workshop.signer(by: foreign), try CertificateMaker.authority().make(key: foreign).encoded.array]
        },
        Broken("intermediate where the root allows none", .path, "or may not") { token, workshop in
            let key = P256.Signing.PrivateKey()
            let between = try CertificateMaker.authority("CN=Between,C=UT").make(key: key, issuer: "CN=Utopia IACA,C=UT", issuerKey: workshop.rootKey)
            token.chain = [try workshop.signer(by: key, issuer: "CN=Between,C=UT"), between.encoded.array]
        },
        Broken("signer without digital signatures", .signer, "digital signatures") { token, workshop in
            token.chain = [try workshop.signer { $0.keyUsage = KeyUsage(keyAgreement: true) }]
        },
        Broken("signer without key usage", .signer, "digital signatures") { token, workshop in
            token.chain = [try workshop.signer { $0.keyUsage = nil }]
        },
        Broken("reader's certificate as signer", .signer, "not for status") { token, workshop in
            token.chain = [try workshop.signer { $0.extendedKeyUsage = [[1, 0, 18013, 5, 1, 6]] }]
        },
        Broken("document signer as signer", .signer, "not for status") { token, workshop in
            token.chain = [try workshop.signer { $0.extendedKeyUsage = [[1, 0, 18013, 5, 1, 2], [1, 2, 3, 4]] }]
        },
        Broken("European document signer as signer", .signer, "not for status") { token, workshop in
            token.chain = [try workshop.signer { $0.extendedKeyUsage = [[1, 2, 3, 4], [1, 3, 130, 2, 0, 0, 1, 2]] }]
        },
        Broken("authority as signer", .signer, "certification authority") { token, workshop in
            token.chain = [try workshop.signer { $0.isAuthority = true }]
        },
        Broken("signer with an unknown critical extension", .signer, "not understood") { token, workshop in
            token.chain = [try workshop.signer { $0.otherExtensions = [.init(oid: [1, 2, 3, 4], critical: true, value: [0x05, 0x00])] }]
        },
        Broken("expired signer", .validity, "certificates are valid") { token, workshop in
            token.chain = [try workshop.signer { $0.notAfter = World.now.advanced(byDays: -1) }]
        },
        Broken("claims that are no map", .claims, "cannot be read") { token, _ in token.payload = [0x80] },
        Broken("a byte after the claims", .claims, "follow") { token, _ in token.trailingClaims = [0] },
        Broken("no address", .claims, "sub (2)") { token, _ in token.subject = nil },
        Broken("another address", .subject, "another address") { token, _ in token.subject = .text(StatusScene.uri + "/") },
        Broken("address in other case", .subject, "another address") { token, _ in token.subject = .text("HTTPS://status.utopia.example/1") },
        Broken("no time of issue", .claims, "iat (6)") { token, _ in token.issuedAt = nil },
        Broken("time of issue as text", .claims, "expected") { token, _ in token.issuedAt = .text("2026-06-01") },
        Broken("issued tomorrow", .issuedLater, "judged at") { token, _ in token.issuedAt = moment(1) },
        Broken("not valid before tomorrow", .issuedLater, "not valid before") { token, _ in token.notBefore = moment(1) },
        Broken("beginning of validity as text", .claims, "expected") { token, _ in token.notBefore = .text("2026-06-01") },
        Broken("no end", .claims, "exp (4)") { token, _ in token.expiresAt = nil },
        Broken("expired", .expired, "expired on") { token, _ in token.expiresAt = .unsigned(UInt64(World.now.secondsSinceEpoch) - 1) },
        Broken("ended before it began", .claims, "before it is issued") { token, _ in token.expiresAt = moment(-2) },
        Broken("time to live of nothing", .claims, "ttl") { token, _ in token.timeToLive = .unsigned(0) },
        Broken("no list", .claims, "65533") { token, _ in token.listLabel = 65_530 },
        Broken("no bits", .list, "lacks bits") { token, _ in token.bits = nil },
        Broken("values of three bits", .list, "3 bits") { token, _ in token.bits = .unsigned(3) },
        Broken("values of no bits", .list, "0 bits") { token, _ in token.bits = .unsigned(0) },
        Broken("no values", .list, "lacks bits or lst") { token, _ in token.list = nil },
        Broken("values not compressed", .compression, "zlib") { token, _ in token.list = .bytes([0, 0, 0, 0]) },
    ]

    @Test("The untouched token verifies, with and without tag 18 and application/")
    func good() throws {
        let workshop = try Workshop()
        for token in [
            try workshop.token(), try workshop.token { $0.tag = nil }, try workshop.token { $0.type = "statuslist+cwt" },
            try workshop.token { $0.chain.append(workshop.root.encoded.array) },
            try workshop.token { $0.notBefore = $0.issuedAt },
            try workshop.token { $0.thumbprint = try ParsedCertificate(ByteSlice($0.chain[0])).fingerprint },
        ] {
            let list = try workshop.verify(token)
            #expect(try list.value(at: 3) == .invalid)
            #expect(try list.value(at: 2) == .valid)
            #expect(list.warnings.isEmpty)
        }
    }

    @Test("Broken in one way, it is refused for that and nothing else", arguments: broken)
    func refused(_ broken: Broken) throws {
        let workshop = try Workshop()
        let token = try workshop.token { try broken.change(&$0, workshop) }
        do {
            _ = try workshop.verify(token)
            Issue.record("accepted")
        } catch let fault as StatusFault {
            #expect(fault.code == broken.code, "\(fault)")
            #expect(fault.reason.contains(broken.words), "\(fault)")
        }
    }

    @Test("Cut at any byte it is refused, and changed at any byte it is refused or says the same")
    func mutations() throws {
        let workshop = try Workshop()
        let good = try workshop.token()
        for length in 0..<good.count {
            #expect(throws: StatusFault.self) { try workshop.verify(Array(good[..<length])) }
        }
        for position in good.indices {
            var changed = good
            changed[position] ^= 0x01
            guard let list = try? workshop.verify(changed) else { continue }
            #expect(try list.value(at: 3) == .invalid && list.value(at: 2) == .valid, "byte \(position)")
        }
    }

    @Test("A signer valid for more than 1187 days is a warning")
    func longSigner() throws {
        let workshop = try Workshop()
        let list = try workshop.verify(
            workshop.token { token in
                token.chain = [
                    try workshop.signer {
                        $0.notBefore = World.now.advanced(byDays: -10)
                        $0.notAfter = World.now.advanced(byDays: 1200)
                    }
                ]
            })
        #expect(list.warnings.count == 1)
    }

    @Test("The token of a signer that a list at hand names cannot be used; a list that names another says nothing against it")
    func revokedSigner() throws {
        let workshop = try Workshop()
        let list = try workshop.verify(workshop.token())
        func fault(revoking serial: [UInt8]) throws -> StatusFault? {
            var maker = RevocationTests.ListMaker(issuer: workshop.root.certificate.subject)
            maker.serials = [serial]
            let revoking = try RevocationList(maker.make(with: workshop.rootKey), issuedBy: TrustAnchor(workshop.root, provenance: "test"))
            return list.fault(at: World.now, revocationLists: [revoking])
        }
        #expect(try fault(revoking: [1, 2, 3, 4, 5, 6, 7, 8])?.code == .revoked)
        #expect(try fault(revoking: [9]) == nil)
    }

    @Test("Clocks may differ by the tolerance and no more")
    func tolerance() throws {
        let workshop = try Workshop()
        let list = try workshop.verify(workshop.token())
        #expect(list.fault(at: list.expiresAt) == nil)
        #expect(list.fault(at: list.expiresAt.advanced(bySeconds: 1))?.code == .expired)
        #expect(list.fault(at: list.expiresAt.advanced(bySeconds: 60), tolerance: 60) == nil)
        #expect(list.fault(at: list.issuedAt.advanced(bySeconds: -1))?.code == .issuedLater)
        #expect(list.fault(at: list.issuedAt.advanced(bySeconds: -60), tolerance: 60) == nil)
    }
}
