import IssuingAuthority
import MobileDocument

/// Certificate revocation lists.
enum RevocationListCases {
    /// A list of the issuing authority that names one certificate, or a stranger's.
    static func list(in world: CorpusWorld, revoking certificate: CertifiedKey?) throws -> [UInt8] {
        let serialNumber = certificate.map { Array($0.certificate.serialNumber.bytes) } ?? [1, 2, 3, 4]
        return try world.parties.root.signRevocationList(
            RevocationListContent(
                number: 1, thisUpdate: world.now.advanced(byDays: -1), nextUpdate: world.now.advanced(byDays: 6),
                revoked: [RevokedCertificate(serialNumber: serialNumber, time: world.now.advanced(byDays: -2))]))
    }

    static func make(in world: CorpusWorld) throws -> [CorpusCase] {
        var shelf = CaseShelf(.revocationList, [.binary(.trust, world.root)])
        let good = try list(in: world, revoking: nil)
        var flipped = good
        flipped[flipped.count - 1] ^= 1
        shelf.accept("good", "A list that the authority signed.", ["B20"], good)
        shelf.reject(
            "other-authority", "crl.other-issuer", "The list of another authority.", ["B22"], good, inputs: [.binary(.trust, world.readerRoot)])
        var twin = CertificateDraft.root(now: world.now, key: world.strangerKey, name: "Utopia IACA")
        twin.name = world.parties.root.identity.certificate.subject
        shelf.reject(
            "same-name", "crl.signature", "The list of an authority of the same name with another key.", ["B18", "B22"], good,
            inputs: [.binary(.trust, try twin.encoded())])
        shelf.reject("flipped-bit", "crl.signature", "One bit of the signature was changed.", ["B22"], flipped)
        shelf.reject("trailing-byte", "crl.malformed", "A byte follows the list.", ["B40"], good + [0])
        shelf.reject("cut-off", "crl.malformed", "The list ends early.", ["B37"], Array(good.dropLast()))
        shelf.reject("empty", "crl.malformed", "Nothing at all.", ["B20"], [])
        shelf.reject("certificate", "crl.malformed", "A certificate where a list belongs.", ["B20"], world.root)
        return shelf.cases
    }
}
