/// Profiles of roots.
extension CertificateProfile {
    /// The root of an issuing authority (ISO/IEC 18013-5, B.1.2).
    public static let issuingAuthority = CertificateProfile(
        "issuing-authority", "Root of an issuing authority, IACA (ISO/IEC 18013-5, B.1.2)",
        rules: CertificateRule.form + [
            .selfSigned, .country, .commonName, .validity(days: 7_306, "is valid for at most 20 years"), .subjectKeyIdentifier,
            .authorityUsage, .authorityConstraints, .issuerAlternativeName, .optionalRevocationList,
        ])

    /// The same for North American authorities, which are states and provinces (AAMVA mDL implementation guidelines).
    public static let aamvaIssuingAuthority = issuingAuthority.with(
        name: "aamva-issuing-authority", title: "Root of a North American issuing authority (AAMVA mDL implementation guidelines)",
        rules: [.state])
}
