import CBOR
import MobileDocument
import Testing
import VectorSupport
import X509

@testable import DocumentTrust
@testable import IssuingAuthority

@Suite("Publishing status")
struct StatusPublishingTests {
    private func code(_ body: () throws -> Void) -> IssuingError.Code? {
        do {
            try body()
            return nil
        } catch { return (error as? IssuingError)?.code }
    }

    @Test("Once revoked, always revoked: neither suspension nor reinstatement nor resuming takes it back")
    func oneWay() throws {
        let scene = try StatusScene()
        var list = try StatusListPublisher(uri: StatusScene.uri, count: 16, bits: .two)
        try list.revoke(3)
        #expect(code { try list.reinstate(3) } == .statusRevoked)
        #expect(code { try list.suspend(3) } == .statusRevoked)
        try list.revoke(3)
        #expect(try list.value(at: 3) == .invalid)
        let token = try StatusToken(list.token(scene.period, signer: scene.signer))
        var resumed = try StatusListPublisher(resuming: VerifiedStatusList(token, from: StatusScene.uri, vouchedBy: scene.root))
        #expect(try resumed.value(at: 3) == .invalid)
        #expect(resumed.count == 16 && resumed.bits == .two)
        #expect(code { try resumed.reinstate(3) } == .statusRevoked)
    }

    @Test("Every value is written where it is read, for all sizes", arguments: StatusValueBits.allCases)
    func roundTrip(_ bits: StatusValueBits) throws {
        let scene = try StatusScene()
        var list = try StatusListPublisher(uri: StatusScene.uri, count: 1000, bits: bits)
        for index in stride(from: 0, to: 1000, by: 7) { try list.revoke(index) }
        if bits != .one { for index in stride(from: 1, to: 1000, by: 7) { try list.suspend(index) } }
        let read = try VerifiedStatusList(StatusToken(list.token(scene.period, signer: scene.signer)), from: StatusScene.uri, vouchedBy: scene.root)
        for index in 0..<1000 {
            let expected: StatusValue = index % 7 == 0 ? .invalid : index % 7 == 1 && bits != .one ? .suspended : .valid
            #expect(try read.value(at: UInt64(index)) == expected)
        }
    }

    @Test("What cannot be published is refused by its own code")
    func refused() throws {
        let scene = try StatusScene()
        var list = try StatusListPublisher(uri: StatusScene.uri, count: 8)
        #expect(code { try list.suspend(1) } == .statusValue)
        #expect(code { try list.revoke(8) } == .statusIndex)
        #expect(code { try list.revoke(-1) } == .statusIndex)
        #expect(code { _ = try StatusListPublisher(uri: StatusScene.uri, count: 0) } == .statusSize)
        #expect(code { _ = try StatusListPublisher(uri: StatusScene.uri, count: StatusList.maximumBytes + 1, bits: .eight) } == .statusSize)
        #expect(code { _ = try StatusTokenPeriod(issuedAt: World.now, expiresAt: World.now) } == .statusPeriod)
        #expect(code { _ = try StatusTokenPeriod(issuedAt: World.now, expiresAt: World.now.advanced(byDays: 1), timeToLive: 0) } == .statusPeriod)
        let beyond = try StatusTokenPeriod(issuedAt: World.now, expiresAt: World.now.advanced(byDays: 1000))
        #expect(code { _ = try list.token(beyond, signer: scene.signer) } == .statusPeriod)
        let identifiers = try VerifiedStatusList(
            StatusToken(scene.identifiers([1])), from: StatusScene.identifierURI, vouchedBy: scene.root)
        #expect(code { _ = try StatusListPublisher(resuming: identifiers) } == .statusKind)
    }

    @Test("A new list can be published whatever it revokes: the largest one also where nothing shortens its values", arguments: StatusValueBits.allCases)
    func fullest(_ bits: StatusValueBits) throws {
        let scene = try StatusScene()
        let places = StatusListPublisher.maximumBytes * 8 / bits.rawValue
        #expect(try StatusListPublisher(uri: StatusScene.uri, count: places, bits: bits).count == places)
        #expect(code { _ = try StatusListPublisher(uri: StatusScene.uri, count: places + 1, bits: bits) } == .statusSize)
        guard bits == .one else { return }
        var generator = SeededGenerator(seed: 1)
        let values = try #require(ZlibDeflation.deflate(generator.bytes(StatusListPublisher.maximumBytes)))
        let token = try StatusListPublisher.token(of: values, bits, uri: StatusScene.uri, scene.period, signer: scene.signer)
        var fullest = try StatusListPublisher(resuming: VerifiedStatusList(StatusToken(token), from: StatusScene.uri, vouchedBy: scene.root))
        try fullest.revoke(places - 1)
        #expect(code { _ = try fullest.token(scene.period, signer: scene.signer) } == nil)
    }

    @Test("A list begins at an address that verifiers fetch only, and one that began elsewhere goes on")
    func addresses() throws {
        let scene = try StatusScene()
        for uri in ["", "status", "http://status.utopia.example/1", "https://user@status.utopia.example/1"] {
            #expect(code { _ = try StatusListPublisher(uri: uri, count: 64) } == .statusAddress, "\(uri)")
            #expect(code { _ = try IdentifierListPublisher(uri: uri) } == .statusAddress, "\(uri)")
        }
        let former = "http://status.utopia.example/1"
        let token = try StatusTokenWriter.sign(.identifierList, uri: former, period: scene.period, signer: scene.signer) { claims in
            claims.integer(65_530)
            claims.map(1)
            claims.text("identifiers")
            claims.map(0)
        }
        var resumed = try IdentifierListPublisher(resuming: VerifiedStatusList(StatusToken(token), from: former, vouchedBy: scene.root))
        resumed.revoke([1])
        #expect(resumed.uri == former && resumed.count == 1)
    }

    @Test("The status signer's certificate follows the profile: digital signatures only, at most 1187 days, no purpose")
    func signer() throws {
        let scene = try StatusScene()
        let certificate = scene.signer.certificate
        #expect(try certificate.extensions.keyUsage == KeyUsage(digitalSignature: true))
        #expect(try certificate.extensions.extendedKeyUsage == nil)
        #expect(certificate.issuer == scene.parties.root.identity.certificate.subject)
        #expect(
            code {
                _ = try scene.parties.root.issueStatusSigner(
                    notBefore: World.now, days: 1188, contact: .uri("https://a.example"), crlDistributionPoint: "https://a.example/crl")
            } == .validityPeriod)
    }
}
