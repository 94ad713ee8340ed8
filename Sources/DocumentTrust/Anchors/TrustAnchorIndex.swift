import CertificateLists
import X509

/// Trust anchors, found by subject name and by key identifier: however many there are, few are looked at.
struct TrustAnchorIndex: Sendable {
    private struct NamedKey: Hashable {
        let subject: UntypedName
        let keyIdentifier: [UInt8]
    }

    /// The most anchors that are candidates for one certificate: as many as signatures are computed in one search.
    static let maximumCandidates = CertificationPath.maximumSignatures

    let anchors: [TrustAnchor]
    private let distrusted: [DistrustedAuthority]
    private let bySubject: [DistinguishedName: [Int]]
    /// For issuers that are written otherwise than the anchor writes itself.
    private let byUntypedSubject: [UntypedName: [Int]]
    /// Whether anchors of one name write it in several ways.
    private let hasSeveralSpellings: Bool
    /// Filled only for names that several anchors share.
    private let byKey: [NamedKey: [Int]]

    init(_ anchors: [TrustAnchor], distrusted: [DistrustedAuthority] = []) {
        self.anchors = anchors
        self.distrusted = distrusted
        bySubject = Dictionary(grouping: anchors.indices) { anchors[$0].certificate.certificate.subject }
        byUntypedSubject = Dictionary(bySubject.map { (UntypedName($0.key), $0.value) }) { ($0 + $1).sorted() }
        hasSeveralSpellings = byUntypedSubject.count < bySubject.count
        var byKey: [NamedKey: [Int]] = [:]
        for (subject, positions) in byUntypedSubject where positions.count > 1 {
            for position in positions {
                guard let identifier = anchors[position].certificate.subjectKeyIdentifier else { continue }
                byKey[NamedKey(subject: subject, keyIdentifier: identifier), default: []].append(position)
            }
        }
        self.byKey = byKey
    }

    /// Anchors that may have issued a certificate: by name, those whose key identifier agrees first.
    ///
    /// Several anchors may share a name after a change of keys, so others of the name follow, up to a bound.
    func candidates(for certificate: ParsedCertificate) -> [TrustAnchor] {
        let issuer = certificate.certificate.issuer
        var named = hasSeveralSpellings ? [] : bySubject[issuer] ?? []
        if named.isEmpty { named = byUntypedSubject[UntypedName(issuer)] ?? [] }
        guard named.count > 1, let identifier = certificate.authorityKeyIdentifier else {
            return named.prefix(Self.maximumCandidates).map { anchors[$0] }
        }
        let agreeing = byKey[NamedKey(subject: UntypedName(issuer), keyIdentifier: identifier)] ?? []
        let others = named.lazy.filter { anchors[$0].certificate.subjectKeyIdentifier != identifier }
        return (agreeing.prefix(Self.maximumCandidates) + others.prefix(Self.maximumCandidates)).prefix(Self.maximumCandidates)
            .map { anchors[$0] }
    }

    /// Whether a certificate has the name and the key of an anchor: a copy whose signature has another form is that anchor, too.
    func contains(_ certificate: ParsedCertificate) -> Bool {
        (bySubject[certificate.certificate.subject] ?? []).contains { anchors[$0].certificate.keyBytes == certificate.keyBytes }
    }

    /// Whether a certificate is of an authority that is never trusted.
    func isDistrusted(_ certificate: ParsedCertificate) -> Bool { distrusted.authority(of: certificate) != nil }

    /// Whether both trust the same authorities for the same, and distrust the same.
    func isSame(as other: TrustAnchorIndex) -> Bool {
        distrusted == other.distrusted
            && anchors.elementsEqual(other.anchors) {
                $0.certificate.encoded == $1.certificate.encoded && $0.scope == $1.scope && $0.jurisdictions == $1.jurisdictions
                    && $0.provenance == $1.provenance && $0.listEnd == $1.listEnd
            }
    }
}
