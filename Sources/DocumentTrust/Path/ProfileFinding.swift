import X509

/// A rule of the certificate profile that a certificate breaks.
struct ProfileFinding: Sendable, Hashable {
    let reason: String
}

extension ParsedCertificate {
    private static let year: Int64 = 365 * 86_400

    /// Recommended and formal rules for a document signer that do not decide authenticity (ISO/IEC 18013-5, annex B.1.4).
    func documentSignerFindings(issuedBy anchor: ParsedCertificate) -> [ProfileFinding] {
        var reasons: [String] = []
        if certificate.version != .v3 { reasons.append("the signer is not an X.509 v3 certificate") }
        if isSelfIssued { reasons.append("signer and root share one subject name") }
        if notAfter.secondsSinceEpoch - notBefore.secondsSinceEpoch > 457 * 86_400 {
            reasons.append("the signer is valid for more than 457 days")
        }
        if subjectKeyIdentifier == nil { reasons.append("the signer has no subjectKeyIdentifier") }
        if authorityKeyIdentifier == nil {
            reasons.append("the signer has no authorityKeyIdentifier")
        } else if let identifier = anchor.subjectKeyIdentifier, identifier != authorityKeyIdentifier, !anchorIsDistant(anchor) {
            reasons.append("the signer's authorityKeyIdentifier is not the root's subjectKeyIdentifier")
        }
        if let usage = keyUsage, usage != KeyUsage(digitalSignature: true) {
            reasons.append("the signer's key usage allows more than digital signatures")
        }
        switch extensionValue([2, 5, 29, 18]) {
        case nil: reasons.append("the signer has no issuerAltName")
        case let value? where !AlternativeNameSyntax.hasContact(value):
            reasons.append("the signer's issuerAltName holds neither an e-mail address nor a URI")
        default: break
        }
        switch extensionValue([2, 5, 29, 31]) {
        case nil: reasons.append("the signer has no CRL distribution point")
        case let value? where !DistributionPointSyntax.hasURI(value): reasons.append("the signer's CRL distribution point is not a URI")
        default: break
        }
        if anchor.notAfter.secondsSinceEpoch - anchor.notBefore.secondsSinceEpoch > 20 * Self.year + 6 * 86_400 {
            reasons.append("the root is valid for more than 20 years")
        }
        return reasons.map(ProfileFinding.init)
    }

    private func anchorIsDistant(_ anchor: ParsedCertificate) -> Bool { certificate.issuer != anchor.certificate.subject }
}
