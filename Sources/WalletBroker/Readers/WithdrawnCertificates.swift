import CertificateLists
import X509

/// Certificates that one of the broker's own roots has withdrawn, as its revocation lists name them (RFC 5280, 5).
///
/// Withdrawn is for good: a list that has ended since still says so. What no list names counts as good, also where there is no list or an
/// old one: a broker only hides providers, and the one that is chosen asks again, by the full rules.
struct WithdrawnCertificates: Sendable {
    /// A certificate by the key that issued it; names alone could be another authority's.
    private struct Entry: Hashable {
        let issuerKey: Certificate.PublicKey
        let serialNumber: [UInt8]
    }

    private var entries: Set<Entry> = []

    /// Takes a list in DER that one of the roots signed.
    ///
    /// - Returns: whether it is one.
    mutating func add(_ list: [UInt8], signedByOneOf roots: [ChainCertificate]) -> Bool {
        guard let list = try? RevocationListSyntax(list),
            let root = roots.first(where: { $0.certificate.subject == list.issuer && $0.maySignLists && list.isSigned(by: $0.certificate.publicKey) })
        else { return false }
        entries.formUnion(list.revoked.map { Entry(issuerKey: root.certificate.publicKey, serialNumber: $0) })
        return true
    }

    /// Whether a certificate, as one that this issuer signed, is withdrawn.
    func contains(_ certificate: ChainCertificate, issuedBy issuer: ChainCertificate) -> Bool {
        entries.contains(Entry(issuerKey: issuer.certificate.publicKey, serialNumber: Array(certificate.certificate.serialNumber.bytes)))
    }
}
