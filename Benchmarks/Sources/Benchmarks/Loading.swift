import CBOR
import COSE
import Crypto
import DocumentTrust
import Foundation
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import X509

/// The two large things a verifier loads: a status list of a million documents, and a VICAL of 5,000 authorities.
struct Loading {
    static let uri = "https://status.utopia.example/1"
    static let places = 1_000_000
    static let authorities = 5_000

    let now: Instant
    let root: [UInt8]
    let statusToken: [UInt8]
    let listRoot: [UInt8]
    let vical: [UInt8]
    private let primitives: LoadingPrimitives

    /// Makes both, which takes some seconds.
    init(_ parties: SampleParties) throws {
        now = parties.now
        let begin = now.advanced(byDays: -10)
        root = parties.root.identity.derEncoded
        let statusSigner = try parties.root.issueStatusSigner(
            notBefore: begin, contact: .uri("https://mobility.utopia.example"), crlDistributionPoint: "https://mobility.utopia.example/iaca.crl")
        var publisher = try StatusListPublisher(uri: Self.uri, count: Self.places)
        // One document in a hundred is revoked, scattered so that the list does not deflate to nothing.
        var place = 17
        for _ in 0..<(Self.places / 100) {
            try publisher.revoke(place)
            place = (place &* 1_103_515_245 &+ 12_345) % Self.places
        }
        statusToken = try publisher.token(StatusTokenPeriod(issuedAt: now, expiresAt: now.advanced(byDays: 7)), signer: statusSigner)
        let provider = try ListProviderRoot.make(
            name: AuthorityName(country: "UT", organization: "Utopia Lists", commonName: "Utopia List Root"), notBefore: begin)
        let listSigner = try provider.issueVICALSigner(
            name: AuthorityName(country: "UT", organization: "Utopia Lists", commonName: "Utopia List Signer"), notBefore: begin)
        listRoot = provider.identity.derEncoded
        let listed = try (0..<Self.authorities).map { number in
            try IssuingAuthorityCertificate.make(
                name: AuthorityName(country: "UT", organization: "Utopia Department \(number)", commonName: "Utopia IACA \(number)"),
                notBefore: begin, contact: .uri("https://mobility.utopia.example"),
                crlDistributionPoint: "https://mobility.utopia.example/iaca.crl"
            ).derEncoded
        }
        vical = try VICALSigner(listSigner).sign(
            VICALDraft(
                provider: "Utopia", issueID: 1, date: now,
                entries: listed.map { .init(try ParsedCertificate(ByteSlice($0)), docTypes: [.mobileDrivingLicence]) }))
        primitives = try LoadingPrimitives(
            statusSigner: statusSigner, root: parties.root.identity, token: statusToken, listSigner: listSigner, listRoot: provider.identity,
            list: vical, listed: listed)
    }

    func statusListLoads() -> Bool { (try? Self.loadStatusList(statusToken, root: root)) == true }

    func vicalLoads() -> Bool { (try? Self.loadVICAL(vical, root: listRoot, at: now)) == true }

    func statusListFloor() -> Bool { primitives.statusList() }

    func vicalFloor() -> Bool { primitives.vical() }

    /// Reads, verifies and asks one question.
    static func loadStatusList(_ token: [UInt8], root: [UInt8]) throws -> Bool {
        let list = try VerifiedStatusList(StatusToken(token), from: uri, vouchedBy: ParsedCertificate(ByteSlice(root)))
        return try list.count == places && list.value(at: 17) == .invalid
    }

    /// Reads and verifies, and makes the anchors.
    static func loadVICAL(_ token: [UInt8], root: [UInt8], at time: Instant) throws -> Bool {
        let trust = TrustListAuthorities([TrustAnchor(try ParsedCertificate(ByteSlice(root)), provenance: "benchmark")])
        guard case .verified(let list) = VICALVerification.verify(token, authorities: trust, at: time) else { return false }
        return IssuerTrustList(list.anchors).anchors.count == authorities
    }
}

/// What nobody who loads them can go without, through the public interfaces of swift-crypto and swift-certificates: the
/// signatures, the hash over the whole token, and for the list one parsed certificate an entry.
struct LoadingPrimitives {
    private struct Signed {
        let signer: [UInt8]
        let root: Certificate.PublicKey
        let key: P256.Signing.PublicKey
        let content: [UInt8]
        let signature: P256.Signing.ECDSASignature

        init(_ signer: CertifiedKey, root: CertifiedKey, content: [UInt8]) throws {
            guard case .p256(let key) = signer.signingKey.verificationKey else { fatalError("the sample is not on P-256") }
            self.signer = signer.derEncoded
            self.root = root.certificate.publicKey
            self.key = key
            self.content = content
            signature = try P256.Signing.ECDSASignature(rawRepresentation: signer.signingKey.signature(over: content))
        }

        func verify() -> Bool {
            guard let certificate = try? Certificate(derEncoded: signer), root.isValidSignature(certificate.signature, for: certificate) else { return false }
            return key.isValidSignature(signature, for: SHA256.hash(data: content))
        }
    }

    private let token: Signed
    private let list: Signed
    private let listed: [[UInt8]]

    init(
        statusSigner: CertifiedKey, root: CertifiedKey, token: [UInt8], listSigner: CertifiedKey, listRoot: CertifiedKey, list: [UInt8],
        listed: [[UInt8]]
    ) throws {
        self.token = try Signed(statusSigner, root: root, content: token)
        self.list = try Signed(listSigner, root: listRoot, content: list)
        self.listed = listed
    }

    func statusList() -> Bool { token.verify() }

    func vical() -> Bool {
        list.verify() && listed.allSatisfy { (try? Certificate(derEncoded: $0)) != nil }
    }
}
