import Crypto
import MobileDocument
import SwiftASN1
import X509

/// Certificates beside their profiles.
enum CertificateCases {
    static func make(in world: CorpusWorld) throws -> [CorpusCase] {
        var shelf = CaseShelf(.certificate, [CorpusInput(.profile, "document-signer"), .binary(.issuer, world.root)])
        let good = try world.signer()
        shelf.accept("good", "A document signer.", [], good)
        shelf.accept("issued", "A document signer as an authority of this package issues it.", ["T28"], world.parties.signer.derEncoded)
        shelf.accept(
            "odd-name", "An alternative name of the issuer that cannot be read decides nothing.", ["T29"],
            try world.signer { $0.issuerName = [0x30, 0x03, 0x30, 0x01, 0x00] })
        shelf.accept(
            "long-lived", "Valid for longer than the profile advises; that only warns.", [],
            try world.signer { $0.notAfter = world.now.advanced(byDays: 900) })
        shelf.accept("short-serial", "A short serial number only warns.", ["T30"], try world.signer { $0.serialNumber = [0x42] })
        shelf.reject(
            "authority", "certificate.basicConstraints", "The signer is a certification authority.", ["B17"],
            try world.signer { $0.constraints = .isCertificateAuthority(maxPathLength: nil) })
        shelf.reject("no-purpose", "certificate.extendedKeyUsage", "No extended key usage.", ["B17", "T28"], try world.signer { $0.purposes = nil })
        shelf.reject(
            "reader-purpose", "certificate.extendedKeyUsage", "The purpose is that of readers.", ["B17", "B19"],
            try world.signer { $0.purposes = [[1, 0, 18013, 5, 1, 6]] })
        shelf.reject(
            "european-purpose", "certificate.extendedKeyUsage", "The European purpose alone does not sign licences.", ["T28"],
            try world.signer { $0.purposes = [[1, 3, 130, 2, 0, 0, 1, 2]] })
        shelf.reject(
            "other-country", "certificate.country", "Another country than its issuer's.", ["B17", "T31"], try world.signer { $0.country = "XX" })
        shelf.reject(
            "other-issuer", "certificate.issuerName", "It names another issuer.", ["B17"], try world.signer { $0.issuer = try? $0.subject() })
        shelf.reject("not-der", "certificate.unreadable", "An empty sequence.", ["B35"], [0x30, 0x00])
        shelf.reject("empty", "certificate.unreadable", "Nothing at all.", ["B35"], [])
        shelf.reject("trailing-byte", "certificate.unreadable", "A byte follows the certificate.", ["B40"], good + [0])
        shelf.reject("cut-off", "certificate.unreadable", "The certificate ends early.", ["B37"], Array(good.dropLast()))
        shelf.reject(
            "huge", "certificate.too-large", "Larger than any real certificate.", ["B37"],
            [0x30, 0x82, 0x40, 0x01] + [UInt8](repeating: 0, count: 16_385))
        let unreadable = try world.signer {
            $0.usage = nil
            $0.others = [.init(oid: [2, 5, 29, 15], critical: true, value: [0x04, 0x01, 0x00])]
        }
        shelf.reject(
            "usage-malformed", "certificate.malformed-extension", "The key usage cannot be read, which is not as if there were none.", ["T29"],
            unreadable)
        return shelf.cases
    }
}
