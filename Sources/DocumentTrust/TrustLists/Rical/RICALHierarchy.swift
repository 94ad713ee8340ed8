import CBOR
import CertificateLists
import X509

/// Which authorities of a list stand below one of its trust anchors.
struct RICALHierarchy {
    /// Most signatures per entry, on the average, and for a whole list: one in which everybody has one name must end in time, too.
    private static let signaturesPerEntry = 4
    private static let maximumSignatures = 24_000

    private var reached: Set<ByteSlice> = []
    private var untried: Set<ByteSlice> = []
    private var budget: Int

    init(_ entries: [RICALEntry]) {
        budget = min(entries.count * Self.signaturesPerEntry, Self.maximumSignatures)
        var above = entries.filter(\.isTrustAnchor).map(\.certificate)
        var pending = entries.filter { !$0.isTrustAnchor }.map(\.certificate)
        reached.formUnion(above.map(\.encoded))
        // As many steps down as a path may have. Each step looks only at the authorities that the step before has found, so no pair is
        // tried twice, and a circle of authorities that certify each other ends.
        for _ in 0..<CertificationPath.maximumLength where !above.isEmpty && !pending.isEmpty {
            let byName = Dictionary(grouping: above) { UntypedName($0.certificate.subject) }
            let split = pending.map { ($0, isIssued($0, byName[UntypedName($0.certificate.issuer)] ?? [])) }
            above = split.filter(\.1).map(\.0)
            pending = split.filter { !$0.1 }.map(\.0)
            reached.formUnion(above.map(\.encoded))
        }
    }

    /// Why an authority is not used; nil where it is a trust anchor or stands below one.
    func fault(of entry: RICALEntry) -> TrustListEntryFault? {
        if reached.contains(entry.certificate.encoded) { return nil }
        return untried.contains(entry.certificate.encoded) ? .tooCostly : .noAnchor
    }

    private mutating func isIssued(_ certificate: ParsedCertificate, _ authorities: [ParsedCertificate]) -> Bool {
        for authority in authorities where Self.mayBeIssuer(authority, of: certificate) {
            guard budget > 0 else {
                untried.insert(certificate.encoded)
                return false
            }
            budget -= 1
            if authority.certificate.publicKey.isValidSignature(certificate.certificate.signature, for: certificate.certificate) { return true }
        }
        return false
    }

    /// What costs no signature: the authority's rights, and the key identifiers where both say one.
    private static func mayBeIssuer(_ authority: ParsedCertificate, of certificate: ParsedCertificate) -> Bool {
        guard CertificationPath.mayIssue(authority, below: 1) else { return false }
        guard let wanted = certificate.authorityKeyIdentifier, let identifier = authority.subjectKeyIdentifier else { return true }
        return wanted == identifier
    }
}
