import AppGrantTokens
import COSE
import Crypto
import DocumentProvider
import DocumentTrust
import MobileDocument
import Registrar
import Testing

@Suite("Clocks of a registrar, and of wallets that rely on it")
struct RegistrarClockTests {
    private let now = RegistrarWorld.now
    /// Right, a day slow, a day fast, and in the year 2100. All else of these tests is of noon on the first day.
    private static let clocks = ["2026-06-01T12:00:00Z", "2026-05-31T12:00:00Z", "2026-06-02T12:00:00Z", "2100-06-01T12:00:00Z"]

    private func instant(_ clock: String) throws -> Instant { try #require(Instant(clock)) }

    @Test(
        "A registrar certifies while the proof of a domain counts by its clock, and a certificate begins at the moment that the clock says",
        arguments: zip(clocks, [nil, .domainProofExpired, nil, .domainProofExpired] as [RegistrarError.Code?]))
    func issuing(_ clock: String, _ code: RegistrarError.Code?) throws {
        let time = try instant(clock)
        var world = try RegistrarWorld.ready()
        do {
            let issued = try world.issue(SigningRequestMaker().pem(), at: time)
            #expect(issued.notBefore == time && code == nil)
        } catch let error as RegistrarError {
            #expect(error.code == code)
            #expect(world.ledger.certificates.isEmpty)
        }
    }

    /// Why a wallet refuses a reader; nil where it trusts it.
    private func refusal(
        _ world: RegistrarWorld, _ issued: IssuedCertificate, _ key: P256.Signing.PrivateKey, lists: [RevocationList] = [], at time: Instant
    ) throws -> ReaderRefusal? {
        do {
            _ = try Wallet.review(
                ["family_name"], certificate: issued.derEncoded, key: .p256(key),
                trust: ReaderTrustList([world.anchor()], revocationLists: lists), at: time)
            return nil
        } catch PresentationRefusal.readerRefused(let refusal) { return refusal }
    }

    /// Why a wallet with this clock refuses a reader that was certified five days ago; with a list, one that was made just now.
    private func refusal(_ clock: String, withList: Bool) throws -> ReaderRefusal? {
        var world = try RegistrarWorld.ready()
        let (key, earlier) = (P256.Signing.PrivateKey(), now.advanced(byDays: -5))
        try world.prove([RegistrarWorld.host], at: earlier)
        let issued = try world.issue(SigningRequestMaker().pem(key), at: earlier)
        let list = try RevocationList(world.ledger.revocationList(by: world.authority, at: now), issuedBy: world.anchor())
        return try refusal(world, issued, key, lists: withList ? [list] : [], at: instant(clock))
    }

    @Test(
        "A wallet whose clock is a day off trusts a reader that was certified days ago, and in the year 2100 its certificate has ended",
        arguments: zip(clocks, [nil, nil, nil, .validity] as [ReaderRefusal?]))
    func certificates(_ clock: String, _ expected: ReaderRefusal?) throws {
        #expect(try refusal(clock, withList: false) == expected)
    }

    @Test(
        "A revocation list that is not made yet by a wallet's slow clock vouches for no reader",
        arguments: zip(clocks, [nil, .staleRevocationList, nil, .validity] as [ReaderRefusal?]))
    func revocationLists(_ clock: String, _ expected: ReaderRefusal?) throws {
        #expect(try refusal(clock, withList: true) == expected)
    }

    @Test(
        "A wallet's clock may be a minute behind a revocation list that was made just now, and no more",
        arguments: zip(["2026-06-01T11:59:00Z", "2026-06-01T11:58:59Z"], [nil, .staleRevocationList] as [ReaderRefusal?]))
    func listJustMade(_ clock: String, _ expected: ReaderRefusal?) throws {
        #expect(try refusal(clock, withList: true) == expected)
    }

    @Test("What a registrar certifies by a clock that is a day fast is refused until the day has come")
    func early() throws {
        var world = try RegistrarWorld.ready()
        let (key, tomorrow) = (P256.Signing.PrivateKey(), now.advanced(byDays: 1))
        let issued = try world.issue(SigningRequestMaker().pem(key), at: tomorrow)
        #expect(try refusal(world, issued, key, at: now) == .validity)
        #expect(try refusal(world, issued, key, at: tomorrow) == nil)
    }

    /// Why a wallet does not take a grant.
    private func refusal(grantedAt granted: Instant, at time: Instant) throws -> GrantTokenRefusal? {
        var scene = try AppScene()
        let grant = try scene.grant(scene.approved(), at: granted)
        return try scene.read(grant).refusal(ofExecutable: [UInt8](repeating: 0x5A, count: 32), at: time.secondsSinceEpoch)
    }

    // By a clock in the year 2100 none is given: `GrantTests.beyondRoot`.
    @Test(
        "A grant counts from the moment that the registrar's clock says, so that what a fast one gives waits",
        arguments: zip(clocks.dropLast(), [nil, nil, .early] as [GrantTokenRefusal?]))
    func granting(_ clock: String, _ expected: GrantTokenRefusal?) throws {
        #expect(try refusal(grantedAt: instant(clock), at: now) == expected)
    }

    @Test(
        "A wallet whose clock is a day off takes a grant of days ago, and in the year 2100 it has ended",
        arguments: zip(clocks, [nil, nil, nil, .expired] as [GrantTokenRefusal?]))
    func grants(_ clock: String, _ expected: GrantTokenRefusal?) throws {
        #expect(try refusal(grantedAt: now.advanced(byDays: -5), at: instant(clock)) == expected)
    }
}
