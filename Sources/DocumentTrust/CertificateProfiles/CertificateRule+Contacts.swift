/// Rules about where an issuer and its revocation list are reached.
extension CertificateRule {
    /// An e-mail address or a URI of the issuer.
    static let issuerAlternativeName = CertificateRule(
        "issuerAltName", "has an issuerAltName with an e-mail address or a URI"
    ) { certificate, _ in
        guard let value = certificate.extensionValue([2, 5, 29, 18]) else { return "has no issuerAltName" }
        return AlternativeNameSyntax.hasContact(value) ? nil : "has an issuerAltName that holds neither an e-mail address nor a URI"
    }

    /// The URI of the issuer's revocation list.
    static let revocationList = CertificateRule("crlDistributionPoints", "has the URI of a revocation list") { certificate, _ in
        guard let value = certificate.extensionValue([2, 5, 29, 31]) else { return "has no CRL distribution point" }
        return DistributionPointSyntax.hasURI(value) ? nil : "has a CRL distribution point that is not a URI"
    }

    /// As above, where there is one at all: a root's own is optional since the second edition.
    static let optionalRevocationList = CertificateRule(
        "crlDistributionPoints", "names its revocation list, where it names one, by a URI"
    ) { certificate, _ in
        guard let value = certificate.extensionValue([2, 5, 29, 31]) else { return nil }
        return DistributionPointSyntax.hasURI(value) ? nil : "has a CRL distribution point that is not a URI"
    }
}
