import CBOR
import Crypto
import DocumentTrust
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import TrustFetching

/// The sample world with a trust store, and everything its authorities publish.
struct FetchScene {
    static let crl = "https://mobility.utopia.example/iaca.crl"
    static let token = "https://status.utopia.example/1"
    static let vical = "https://lists.utopia.example/vical"
    static let readerCRL = "https://readers.example/reader-ca.crl"
    static let rical = "https://lists.utopia.example/rical"
    static let now = FetchWorld.now

    struct Unavailable: Error {}

    private static let shared: (SampleParties, ListProviderRoot, CertifiedKey, CertifiedKey)? = {
        do {
            let parties = try SampleParties(now: now)
            let begin = now.advanced(byDays: -5)
            let provider = try ListProviderRoot.make(name: AuthorityName(country: "UT", organization: "Utopia Lists", commonName: "Utopia List Root"), notBefore: begin)
            let lists = try provider.issueVICALSigner(
                name: AuthorityName(country: "UT", organization: "Utopia Lists", commonName: "Utopia List Signer"), notBefore: begin)
            let status = try parties.root.issueStatusSigner(notBefore: begin, contact: .uri("https://mobility.utopia.example"), crlDistributionPoint: crl)
            return (parties, provider, lists, status)
        } catch {
            return nil
        }
    }()

    let parties: SampleParties
    let provider: ListProviderRoot
    let root: ParsedCertificate
    let providerRoot: ParsedCertificate
    let folder: TemporaryFolder
    let store: TrustStore
    private let listSigner: CertifiedKey
    private let statusSigner: CertifiedKey

    /// Makes an empty store.
    init() throws {
        guard let shared = Self.shared else { throw Unavailable() }
        (parties, provider, listSigner, statusSigner) = shared
        root = try ParsedCertificate(ByteSlice(parties.root.identity.derEncoded))
        providerRoot = try ParsedCertificate(ByteSlice(provider.identity.derEncoded))
        folder = try TemporaryFolder()
        store = try TrustStore.create(at: folder.path + "/store")
    }

    func addRoot() throws { try store.add(root, confirming: root.fingerprint, provenance: "test", at: Self.now) }

    func addProvider() throws { try store.add(providerRoot, confirming: providerRoot.fingerprint, role: .list, provenance: "test", at: Self.now) }

    /// A list that names the root.
    func list(issue: UInt64, url: String? = nil, provider: String = "Utopia", daysAgo: Int = 1, notAfterDays: Int = 90) throws -> [UInt8] {
        try VICALSigner(listSigner).sign(
            VICALDraft(
                provider: provider, issueID: issue, date: Self.now.advanced(byDays: -daysAgo), nextUpdate: Self.now.advanced(byDays: 10),
                notAfter: Self.now.advanced(byDays: notAfterDays), url: url, entries: [.init(root, docTypes: [.mobileDrivingLicence])]))
    }

    /// A signer of lists beside the one that signs them, whose revocation list is at an address.
    func otherListSigner(_ address: String) throws -> CertifiedKey {
        try provider.issueVICALSigner(
            name: AuthorityName(country: "UT", organization: "Utopia Lists", commonName: "Other List Signer"),
            notBefore: Self.now.advanced(byDays: -5), crlDistributionPoint: address)
    }

    /// A revocation list of the provider that withdraws the signer of its lists.
    func providerRevocationList(number: UInt64 = 1, secondsAhead: Int64 = 0) throws -> [UInt8] {
        let revoked = RevokedCertificate(serialNumber: Array(listSigner.certificate.serialNumber.bytes), time: Self.now)
        return try ReaderAuthority(identity: provider.identity).signRevocationList(
            RevocationListContent(
                number: number, thisUpdate: Self.now.advanced(bySeconds: secondsAhead), nextUpdate: Self.now.advanced(byDays: 30),
                revoked: [revoked]))
    }

    /// A list of readers' authorities.
    func readerList(issue: UInt64, naming authorities: [ParsedCertificate]) throws -> [UInt8] {
        try RICALSigner(listSigner).sign(
            RICALDraft(
                provider: "Utopia", issueID: issue, date: Self.now.advanced(byDays: -3).advanced(bySeconds: Int64(issue)),
                nextUpdate: Self.now.advanced(byDays: 10), notAfter: Self.now.advanced(byDays: 90), entries: authorities.map { RICALDraft.Entry($0) }))
    }

    /// A root of readers whose revocation list is at an address.
    func readerRoot(_ address: String) throws -> CertifiedKey {
        try IssuingAuthorityCertificate.make(
            name: AuthorityName(country: "UT", organization: "Readers", commonName: address), notBefore: Self.now.advanced(byDays: -5),
            contact: .uri("https://readers.example"), crlDistributionPoint: address)
    }

    /// What a wallet says of the sample's reader.
    func readerRefusal(_ trust: ReaderTrustList, at time: Instant) throws -> ReaderRefusal? {
        let (session, request) = try parties.request(["family_name"])
        guard let bytes = Base64URL.decode(request.data.deviceRequest) else { throw Unavailable() }
        let result = ReaderAuthenticationVerification.verify(try DeviceRequest(bytes), transcript: session.transcript, trust: trust, at: time)
        guard let signature = result.signatures.first else { throw Unavailable() }
        return signature.refusal
    }

    /// The root's authority with another key: the same name and the same address of its revocation list; in the store.
    func addRootOfOtherKey() throws -> IssuerRoot {
        let name = try AuthorityName(country: "UT", organization: "Utopia Department of Mobility", commonName: "Utopia IACA")
        let root = try IssuerRoot(
            identity: IssuingAuthorityCertificate.make(
                name: name, notBefore: Self.now.advanced(byDays: -5), contact: .uri("https://mobility.utopia.example"), crlDistributionPoint: Self.crl))
        let certificate = try ParsedCertificate(ByteSlice(root.identity.derEncoded))
        try store.add(certificate, confirming: certificate.fingerprint, provenance: "test", at: Self.now)
        return root
    }

    /// A revocation list of the root.
    func revocationList(number: UInt64 = 1, daysAgo: Int = 1, revoking: Bool = false, revokingStatusSigner: Bool = false) throws -> [UInt8] {
        let revoked = (revoking ? [parties.signer] : []) + (revokingStatusSigner ? [statusSigner] : [])
        let time = Self.now.advanced(byDays: -daysAgo)
        return try parties.root.signRevocationList(
            RevocationListContent(
                number: number, thisUpdate: time, nextUpdate: Self.now.advanced(byDays: 30),
                revoked: revoked.map { RevokedCertificate(serialNumber: Array($0.certificate.serialNumber.bytes), time: time) }))
    }

    /// A document signer of the root whose revocation list is at an address.
    func signer(_ address: String, of root: IssuerRoot? = nil) throws -> CertifiedKey {
        try (root ?? parties.root).issueDocumentSigner(
            notBefore: Self.now.advanced(byDays: -4), contact: .uri("https://mobility.utopia.example"), crlDistributionPoint: address)
    }

    /// A second root, in the store, whose own revocation list is at an address.
    func addOtherRoot(_ address: String) throws -> IssuerRoot {
        let root = try IssuerRoot(
            identity: IssuingAuthorityCertificate.make(
                name: AuthorityName(country: "UT", organization: "Erewhon Department of Mobility", commonName: "Erewhon IACA"),
                notBefore: Self.now.advanced(byDays: -5), contact: .uri("https://erewhon.example"), crlDistributionPoint: address))
        let certificate = try ParsedCertificate(ByteSlice(root.identity.derEncoded))
        try store.add(certificate, confirming: certificate.fingerprint, provenance: "test", at: Self.now)
        return root
    }

    /// A status list of 64 places.
    func statusToken(revoking index: Int? = nil) throws -> [UInt8] {
        var list = try StatusListPublisher(uri: Self.token, count: 64)
        if let index { try list.revoke(index) }
        return try list.token(
            StatusTokenPeriod(issuedAt: Self.now.advanced(byDays: -1), expiresAt: Self.now.advanced(byDays: 6), timeToLive: 3_600), signer: statusSigner)
    }

    func statusRefresher(_ fetcher: any ResourceFetching, clock: any RefreshClock) -> StatusRefresher {
        StatusRefresher([StatusSource(uri: Self.token, vouchedBy: [root])], fetcher: HTTPStatusFetcher(fetcher), clock: clock, jitter: { _ in 0 })
    }

    /// Verifies a licence that names place 3 of the status list. A function that cannot suspend: whatever it needs is in `trust`.
    func verify(
        _ trust: IssuerTrustList, signer: CertifiedKey? = nil, profile: any VerificationProfile = ISOProfile(), at time: Instant = now
    ) throws -> Verdict {
        var response = ForgedResponse(parties)
        if let signer { (response.chain, response.issuerKey) = ([signer.derEncoded], signer.signingKey) }
        response.msoStatus = .textMap(["status_list": .textMap(["idx": .unsigned(3), "uri": .text(Self.token)])])
        let (session, _) = try parties.request(["family_name", "given_name", "age_over_21", "issuing_country"])
        return try Verifier(trust: trust, profile: profile, mode: .development).verify(
            deviceResponse: try response.encode(transcript: session.transcript), transcript: session.transcript, at: time)
    }
}

extension Verdict {
    func outcome(_ check: CheckIdentifier) -> CheckOutcome? { report.outcomes(of: check).first }

    func reason(_ check: CheckIdentifier) -> String { report.checks.first { $0.identifier == check }?.reason ?? "" }

    var isVerified: Bool {
        if case .verified = self { return true }
        return false
    }
}

/// Waits until something holds, without a clock in the test itself.
func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
    for _ in 0..<6_000 {
        if try await condition() { return true }
        try await Task.sleep(for: .milliseconds(10))
    }
    return false
}
