import COSE
import Crypto
import DocumentTrust
import Foundation
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import SwiftASN1
import Testing
import X509

@Suite("Revocation of signers")
struct RevocationTests {
    /// A list made in code, each part of which can be wrong.
    struct ListMaker {
        var serials: [[UInt8]] = []
        var thisUpdate = World.now.advanced(byDays: -1)
        var nextUpdate = World.now.advanced(byDays: 30)
        var isCritical = false
        /// The list's number, as the content of an integer.
        var number: [UInt8]?
        var issuer: DistinguishedName

        func make(with key: P256.Signing.PrivateKey) throws -> [UInt8] {
            let algorithm: ASN1ObjectIdentifier = [1, 2, 840, 10045, 4, 3, 2]
            func sequence(_ serializer: inout DER.Serializer, _ body: (inout DER.Serializer) throws -> Void) rethrows {
                try serializer.appendConstructedNode(identifier: .sequence, body)
            }
            func time(_ instant: Instant) throws -> GeneralizedTime {
                let date = CalendarDate(instant)
                return try GeneralizedTime(
                    year: date.year, month: date.month, day: date.day, hours: 0, minutes: 0, seconds: 0, fractionalSeconds: 0)
            }
            var inner = DER.Serializer()
            try sequence(&inner) { list in
                try list.serialize(1)
                try sequence(&list) { try $0.serialize(algorithm) }
                try list.serialize(issuer)
                try list.serialize(time(thisUpdate))
                try list.serialize(time(nextUpdate))
                if !serials.isEmpty {
                    try sequence(&list) { entries in
                        for serial in serials {
                            try sequence(&entries) { entry in
                                try entry.serialize(ArraySlice(serial))
                                try entry.serialize(time(thisUpdate))
                            }
                        }
                    }
                }
                if isCritical || number != nil {
                    try list.appendConstructedNode(identifier: ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific)) { tagged in
                        try sequence(&tagged) { extensions in
                            if isCritical {
                                try sequence(&extensions) { item in
                                    try item.serialize([2, 5, 29, 28] as ASN1ObjectIdentifier)
                                    try item.serialize(true)
                                    try item.serialize(ASN1OctetString(contentBytes: [0x30, 0x00]))
                                }
                            }
                            if let number {
                                try sequence(&extensions) { item in
                                    try item.serialize([2, 5, 29, 20] as ASN1ObjectIdentifier)
                                    try item.serialize(ASN1OctetString(contentBytes: ([0x02, UInt8(number.count)] + number)[...]))
                                }
                            }
                        }
                    }
                }
            }
            let signature = try key.signature(for: inner.serializedBytes)
            var outer = DER.Serializer()
            let content = inner.serializedBytes
            try sequence(&outer) { list in
                list.serialize(try DER.parse(content))
                try sequence(&list) { try $0.serialize(algorithm) }
                try list.serialize(ASN1BitString(bytes: [UInt8](signature.derRepresentation)[...]))
            }
            return outer.serializedBytes
        }
    }

    private struct Scene {
        let parties: SampleParties
        let anchor: TrustAnchor
        let key: P256.Signing.PrivateKey
        let list: ListMaker
        let serial: [UInt8]

        init() throws {
            parties = try World.parties()
            anchor = try parties.issuerTrust().anchors[0]
            guard case .p256(let key) = parties.root.identity.signingKey else { throw World.Unavailable() }
            self.key = key
            list = ListMaker(issuer: parties.root.identity.certificate.subject)
            serial = Array(parties.signer.certificate.serialNumber.bytes)
        }

        func outcome(
            _ lists: [RevocationList], under profile: any VerificationProfile = ISOProfile(), at time: Instant = World.now
        ) throws -> (CheckOutcome?, isVerified: Bool) {
            let (session, _) = try parties.request(World.asked)
            let verdict = try Verifier(trust: IssuerTrustList([anchor], revocationLists: lists), profile: profile, mode: .development).verify(
                deviceResponse: ForgedResponse(parties).encode(transcript: session.transcript), transcript: session.transcript, at: time)
            guard case .verified = verdict else { return (verdict.report.outcomes(of: .signerRevocation).first, false) }
            return (verdict.report.outcomes(of: .signerRevocation).first, true)
        }
    }

    @Test("A revoked signer is refused for that, one that is not listed passes")
    func revoked() throws {
        let scene = try Scene()
        var list = scene.list
        list.serials = [[0x01, 0x02], scene.serial]
        #expect(try scene.outcome([RevocationList(list.make(with: scene.key), issuedBy: scene.anchor)]) == (.failed, false))
        list.serials = [[0x01, 0x02]]
        #expect(try scene.outcome([RevocationList(list.make(with: scene.key), issuedBy: scene.anchor)]) == (.passed, true))
        list.serials = []
        #expect(try scene.outcome([RevocationList(list.make(with: scene.key), issuedBy: scene.anchor)]) == (.passed, true))
    }

    @Test("Without a current list revocation is unknown, which is neither good nor revoked")
    func unknown() throws {
        let scene = try Scene()
        #expect(try scene.outcome([]) == (.unknown, true))
        var stale = scene.list
        stale.nextUpdate = World.now.advanced(byDays: -1)
        stale.thisUpdate = World.now.advanced(byDays: -90)
        let list = try RevocationList(stale.make(with: scene.key), issuedBy: scene.anchor)
        #expect(try scene.outcome([list]) == (.unknown, true))
        stale.serials = [scene.serial]
        #expect(try scene.outcome([RevocationList(stale.make(with: scene.key), issuedBy: scene.anchor)]) == (.failed, false), "once revoked, always revoked")
    }

    @Test("Under iso-strict a revocation list older than 90 days is none, even if no newer one is due; under iso it is one")
    func maximumAge() throws {
        let scene = try Scene()
        func outcome(_ days: Int, _ profile: any VerificationProfile) throws -> (CheckOutcome?, isVerified: Bool) {
            var list = scene.list
            list.thisUpdate = World.now.advanced(byDays: -days)
            return try scene.outcome([RevocationList(list.make(with: scene.key), issuedBy: scene.anchor)], under: profile)
        }
        #expect(try outcome(89, ISOStrictProfile()) == (.passed, true))
        #expect(try outcome(91, ISOStrictProfile()) == (.failed, false))
        #expect(try outcome(91, ISOProfile()) == (.passed, true))
    }

    @Test("The newest of several lists counts")
    func newest() throws {
        let scene = try Scene()
        var older = scene.list
        older.thisUpdate = World.now.advanced(byDays: -5)
        var newer = scene.list
        newer.serials = [scene.serial]
        let lists = try [newer, older].map { try RevocationList($0.make(with: scene.key), issuedBy: scene.anchor) }
        #expect(try scene.outcome(lists) == (.failed, false))
        #expect(try scene.outcome(lists.reversed()) == (.failed, false))
    }

    @Test("Of two lists of one moment the one with the larger number counts, of up to 20 octets; of two under one number each does", arguments: [
        ([1], [2]), ([0x7F], [0x00, 0x80]), ([2], [1] + [UInt8](repeating: 0, count: 19)),
        ([1] + [UInt8](repeating: 0, count: 19), [1] + [UInt8](repeating: 0, count: 18) + [1]), (nil, [1]),
    ] as [([UInt8]?, [UInt8])])
    func sameMoment(lower: [UInt8]?, higher: [UInt8]) throws {
        let scene = try Scene()
        func list(_ number: [UInt8]?, revoking: Bool) throws -> RevocationList {
            var list = scene.list
            list.number = number
            list.serials = revoking ? [scene.serial] : [[0x01, 0x02]]
            return try RevocationList(list.make(with: scene.key), issuedBy: scene.anchor)
        }
        func both(_ lists: [RevocationList], are expected: CheckOutcome) throws {
            for lists in [lists, lists.reversed()] { #expect(try scene.outcome(lists).0 == expected) }
        }
        try both([list(lower, revoking: false), list(higher, revoking: true)], are: .failed)
        try both([list(lower, revoking: true), list(higher, revoking: false)], are: .passed)
        try both([list(higher, revoking: true), list(higher, revoking: false)], are: .failed)
        #expect(try list(higher, revoking: false).maySucceed(list(lower, revoking: true)))
        #expect(try !list(lower, revoking: false).maySucceed(list(higher, revoking: false)))
        #expect(try !list(higher, revoking: false).maySucceed(list(higher, revoking: true)))
        #expect(try list(higher, revoking: true).maySucceed(list(higher, revoking: true)))
    }

    @Test("An authority that was renewed under its key has its lists, in whatever type of string it wrote its name before: they revoke and they clear")
    func renewedName() throws {
        let (key, signerKey) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
        var former = CertificateMaker.authority("PCN=Utopia IACA,C=UT")
        former.notAfter = World.now.advanced(byDays: -1)
        let anchors = try [former, .authority()].map { TrustAnchor(try $0.make(key: key), provenance: "test") }
        let signer = try CertificateMaker().make(key: signerKey, issuer: "CN=Utopia IACA,C=UT", issuerKey: key)
        let parties = try World.parties()
        var response = ForgedResponse(parties)
        response.chain = [signer.encoded.array]
        response.issuerKey = .p256(signerKey)
        let session = try parties.request(World.asked).session
        let bytes = try response.encode(transcript: session.transcript)
        for anchor in anchors {
            for (serials, expected) in [([Array(signer.certificate.serialNumber.bytes)], .failed), ([[0x01, 0x02]], .passed)] as [([[UInt8]], CheckOutcome)] {
                let der = try ListMaker(serials: serials, issuer: anchor.certificate.certificate.subject).make(with: key)
                let list = try RevocationList(der, issuedBy: anchor)
                #expect(try anchors.allSatisfy { try list.isOfSameAuthority(as: RevocationList(der, issuedBy: $0)) })
                let verdict = try Verifier(trust: IssuerTrustList(anchors, revocationLists: [list]), profile: ISOProfile(), mode: .development).verify(
                    deviceResponse: bytes, transcript: session.transcript, at: World.now)
                #expect(verdict.report.outcomes(of: .signerRevocation) == [expected])
            }
        }
    }

    @Test("A list that is yet to be made says nothing, neither good nor revoked, and the newest one that is made counts")
    func notYet() throws {
        let scene = try Scene()
        var future = scene.list
        future.thisUpdate = World.now.advanced(byDays: 1)
        #expect(try scene.outcome([RevocationList(future.make(with: scene.key), issuedBy: scene.anchor)]) == (.unknown, true))
        future.serials = [scene.serial]
        let revoking = try RevocationList(future.make(with: scene.key), issuedBy: scene.anchor)
        #expect(try scene.outcome([revoking]) == (.unknown, true))
        let current = try RevocationList(scene.list.make(with: scene.key), issuedBy: scene.anchor)
        #expect(try scene.outcome([revoking, current]) == (.passed, true))
    }

    @Test("A renewed certificate of an authority has its lists; another key under its name, or its key under another name, has none")
    func sameAuthority() throws {
        let root = try CertificateDraft.root.make()
        let list = try RevocationList(
            ListMaker(issuer: root.certificate.subject).make(with: CertificateDraft.rootKey), issuedBy: TrustAnchor(root, provenance: "test"))
        var renewed = CertificateDraft.root
        renewed.serialNumber = [0x43]
        var otherKey = CertificateDraft.root
        otherKey.issuer = try otherKey.subject()
        var otherName = CertificateDraft.root
        otherName.commonName = "Another IACA"
        #expect(try list.isSigned(by: renewed.make()))
        #expect(try !list.isSigned(by: otherKey.make()))
        #expect(try !list.isSigned(by: otherName.make()))
    }

    @Test("A list signed with a key that may certify and not sign lists is no list; an authority that names no key usage may sign both")
    func keyUsage() throws {
        let root = CertificateDraft.root
        let der = try ListMaker(issuer: root.subject()).make(with: CertificateDraft.rootKey)
        func take(_ usage: KeyUsage?) throws {
            var authority = root
            authority.usage = usage
            _ = try RevocationList(der, issuedBy: TrustAnchor(authority.make(), provenance: "test"))
        }
        try take(KeyUsage(keyCertSign: true, cRLSign: true))
        try take(nil)
        #expect(throws: RevocationListFault.signature) { try take(KeyUsage(keyCertSign: true)) }
    }

    @Test("A list nobody trusted signed, of another issuer, with a critical extension, or cut short is no list")
    func refused() throws {
        let scene = try Scene()
        let good = try scene.list.make(with: scene.key)
        func fault(_ der: [UInt8]) -> RevocationListFault? {
            do {
                _ = try RevocationList(der, issuedBy: scene.anchor)
                return nil
            } catch { return error }
        }
        #expect(fault(good) == nil)
        #expect(fault(try scene.list.make(with: P256.Signing.PrivateKey())) == .signature)
        var other = scene.list
        other.issuer = try CertificateMaker.name("CN=Other,C=UT")
        #expect(fault(try other.make(with: scene.key)) == .otherIssuer)
        var critical = scene.list
        critical.isCritical = true
        #expect(fault(try critical.make(with: scene.key)) == .criticalExtension)
        for length in 0..<good.count { #expect(fault(Array(good[..<length])) == .malformed) }
        for position in good.indices {
            var changed = good
            changed[position] ^= 0x01
            #expect(fault(changed) != nil, "byte \(position)")
        }
    }
}
