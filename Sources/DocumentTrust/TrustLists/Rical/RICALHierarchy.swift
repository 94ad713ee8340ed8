import CBOR
import X509

/// Which authorities of a list stand below one of its trust anchors.
struct RICALHierarchy {
    private var byName: [DistinguishedName: [ParsedCertificate]] = [:]
    private var reached: Set<ByteSlice> = []

    init(_ entries: [RICALEntry]) {
        var pending: [ParsedCertificate] = []
        for entry in entries {
            if entry.isTrustAnchor { take(entry.certificate) } else { pending.append(entry.certificate) }
        }
        // As many steps down as a path may have; a list in which authorities certify each other in a circle ends here too.
        for _ in 0..<CertificationPath.maximumLength where !pending.isEmpty {
            let found = pending.filter(isIssued)
            found.forEach { take($0) }
            pending.removeAll { reached.contains($0.encoded) }
            if found.isEmpty { return }
        }
    }

    /// Whether an authority is a trust anchor or stands below one.
    func contains(_ entry: RICALEntry) -> Bool { reached.contains(entry.certificate.encoded) }

    private mutating func take(_ certificate: ParsedCertificate) {
        byName[certificate.certificate.subject, default: []].append(certificate)
        reached.insert(certificate.encoded)
    }

    private func isIssued(_ certificate: ParsedCertificate) -> Bool {
        (byName[certificate.certificate.issuer] ?? []).contains { authority in
            CertificationPath.mayIssue(authority, below: 1)
                && authority.certificate.publicKey.isValidSignature(certificate.certificate.signature, for: certificate.certificate)
        }
    }
}
