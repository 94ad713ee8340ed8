import X509

/// Trust anchors, found by subject name and by key identifier.
struct TrustAnchorIndex: Sendable {
    let anchors: [TrustAnchor]
    private let bySubject: [DistinguishedName: [Int]]

    init(_ anchors: [TrustAnchor]) {
        self.anchors = anchors
        bySubject = Dictionary(grouping: anchors.indices) { anchors[$0].certificate.certificate.subject }
    }

    /// Anchors that may have issued a certificate: by name, those whose key identifier agrees first.
    ///
    /// Several anchors may share a name after a change of keys, so each is tried.
    func candidates(for certificate: ParsedCertificate) -> [TrustAnchor] {
        let named = (bySubject[certificate.certificate.issuer] ?? []).map { anchors[$0] }
        guard named.count > 1, let identifier = certificate.authorityKeyIdentifier else { return named }
        return named.filter { $0.certificate.subjectKeyIdentifier == identifier }
            + named.filter { $0.certificate.subjectKeyIdentifier != identifier }
    }

    /// Whether this very certificate is an anchor.
    func contains(_ certificate: ParsedCertificate) -> Bool {
        (bySubject[certificate.certificate.subject] ?? []).contains { anchors[$0].certificate.encoded == certificate.encoded }
    }
}
