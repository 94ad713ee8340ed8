import HybridTransport
import Testing
import VectorSupport

@Suite("Adverts and tunnel services")
struct AdvertTests {
    @Test("Keys, tunnel and adverts are those of the vectors and of Chromium's exchange")
    func vectors() throws {
        let fixed = FixedExchange(), chromium = ChromiumExchange()
        let chromiumSecret = try HybridInvitation(text: chromium.qr).secret
        for (secret, keys, tunnel, plain, sealed, shared) in [
            (fixed.secret, fixed.advertKeys, fixed.tunnel, fixed.identifier, fixed.advert, fixed.sharedKey),
            (chromiumSecret, chromium.advertKeys, chromium.tunnel, chromium.identifier, chromium.advert, chromium.sharedKey),
        ] {
            let key = AdvertKey(secret: secret)
            #expect(key.bytes == keys)
            #expect(TunnelIdentifier(secret: secret).bytes == tunnel)
            let identifier = try ProximityIdentifier(encoded: plain)
            #expect(identifier.encoded == plain)
            #expect(try key.seal(identifier).bytes == sealed)
            #expect(try key.open(#require(Advert(serviceData: sealed))) == identifier)
            #expect(HandshakeKeys.sharedKey(secret: secret, identifier: identifier).withUnsafeBytes { Array($0) } == shared)
        }
    }

    @Test("A tunnel's name that another implementation derives, and an advert that it captured from a phone, are the same here")
    func foreign() throws {
        #expect(TunnelIdentifier(secret: [UInt8](repeating: 0, count: 16)).bytes == Hex.bytes("3eef97097986413b059eaa2a30d653d4"))
        let secret = Hex.bytes("01fea6f7c4807493dc256f9eacf756c9")
        #expect(TunnelIdentifier(secret: secret).bytes == Hex.bytes("367cbbf5f5085df4098476afe4b9b1d2"))
        let advert = try #require(Advert(serviceData: Hex.bytes("027d84ed6076b55e247c830f82955e4d126e7f43")))
        let key = AdvertKey(secret: secret)
        let identifier = try #require(try key.open(advert))
        #expect(identifier.nonce == Hex.bytes("8bb5c5c9a44d913a5eb2"))
        #expect(identifier.routing.bytes == Hex.bytes("026555"))
        #expect(identifier.domain.number == 0)
        #expect(try key.seal(identifier) == advert)
    }

    @Test("An advert of another secret, or one with any bit changed, says nothing")
    func strangers() throws {
        let fixed = FixedExchange()
        let key = AdvertKey(secret: fixed.secret)
        #expect(try AdvertKey(secret: Array(fixed.secret.reversed())).open(#require(Advert(serviceData: fixed.advert))) == nil)
        #expect(try AdvertKey(linkSecret: fixed.secret, nonce: fixed.secret).open(#require(Advert(serviceData: fixed.advert))) == nil)
        for bit in 0..<fixed.advert.count * 8 {
            var bytes = fixed.advert
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(try key.open(#require(Advert(serviceData: bytes))) == nil)
        }
    }

    @Test("What CTAP 2.3 appends is passed over; fewer than 20 bytes are no advert, and more than a radio sends neither")
    func lengths() throws {
        let fixed = FixedExchange()
        #expect(Advert(serviceData: fixed.advert + Hex.bytes("a1011880"))?.bytes == fixed.advert)
        #expect(Advert(serviceData: fixed.advert.dropLast()) == nil)
        #expect(Advert(serviceData: [UInt8](repeating: 0, count: 256)) == nil)
    }

    @Test("An identifier of another version or of an unassigned service is refused")
    func identifiers() throws {
        var bytes = FixedExchange().identifier
        bytes[0] = 1
        #expect(throws: HybridError(.advert, "")) { try ProximityIdentifier(encoded: bytes) }
        #expect(throws: HybridError(.advert, "")) { try ProximityIdentifier(encoded: Array(FixedExchange().identifier.dropLast())) }
        bytes = FixedExchange().identifier.dropLast(2) + [0x02, 0x00]
        #expect(throws: HybridError(.tunnelDomain, "")) { try ProximityIdentifier(encoded: bytes) }
        let routing = try #require(RoutingIdentifier([1, 2, 3]))
        #expect(throws: HybridError(.advert, "")) { try ProximityIdentifier(nonce: [1], routing: routing, domain: try TunnelDomain(0)) }
    }

    @Test(
        "Services have the names that the standard gives their numbers",
        arguments: [
            (0, "cable.ua5v.com"), (1, "cable.auth.com"), (256, "cable.qz2ekwmnd332c.info"), (257, "cable.4a6bwmj6hiyyd.net"),
            (266, "cable.wufkweyy3uaxb.com"), (1000, "cable.pc4fnfcc7wy7c.com"), (0xf980, "cable.my4kstlhndi4c.net"),
        ] as [(UInt16, String)])
    func domains(_ number: UInt16, _ host: String) throws { #expect(try TunnelDomain(number).host == host) }

    @Test("Numbers that nobody has been assigned name no service", arguments: [2, 100, 255] as [UInt16])
    func unassigned(_ number: UInt16) { #expect(throws: HybridError(.tunnelDomain, "")) { try TunnelDomain(number) } }

    @Test("Every number from 256 on has a name of its own")
    func distinct() throws {
        let names = try Set((256...UInt16.max).map { try TunnelDomain($0).host })
        #expect(names.count == 65_536 - 256)
    }
}
