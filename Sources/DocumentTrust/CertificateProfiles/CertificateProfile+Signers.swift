/// Profiles of those who sign documents, requests and lists.
extension CertificateProfile {
    private static func signer(_ usage: CertificateRule = .signingUsage) -> [CertificateRule] {
        [
            .issuerName, .issuerNameEncoding, .issuerSignature, .issuerAuthority, .ownName, .commonName, .subjectKeyIdentifier,
            .authorityKeyIdentifier, usage, .endEntity,
        ]
    }

    /// The signer of documents (ISO/IEC 18013-5, B.1.4).
    public static let documentSigner = CertificateProfile(
        "document-signer", "Document signer (ISO/IEC 18013-5, B.1.4)",
        rules: CertificateRule.form + signer() + [
            .sameCountry, .sameState, .validity(days: 457, "is valid for at most 457 days"), .purpose(CertificatePurpose.documentSigner.accepted),
            .issuerAlternativeName, .revocationList,
        ])

    /// The same for North American signers, which name their state or province.
    public static let aamvaDocumentSigner = documentSigner.with(
        name: "aamva-document-signer", title: "Document signer in North America (AAMVA mDL implementation guidelines)",
        rules: [.state])

    /// The signer of European person identification data and proofs of age. It may have a purpose of its own in place of the ISO one, which
    /// verification accepts for these documents only.
    public static let europeanPersonIdentificationSigner = documentSigner.with(
        name: "eu-pid-signer", title: "Signer of European person identification data",
        rules: [.purpose(CertificatePurpose.documentSigner.accepted.union([ExtendedKeyUsageIdentifier.europeanSigner]))])

    /// The reader that signs requests (ISO/IEC 18013-5, B.1.7, recommended).
    public static let reader = CertificateProfile(
        "reader", "Reader authentication (ISO/IEC 18013-5, B.1.7)",
        rules: CertificateRule.form + signer(.readerUsage) + [
            .validity(days: 1187, "is valid for at most 1187 days"), .purpose(CertificatePurpose.readerAuthentication.accepted), .revocationList,
        ])

    /// The signer of a list of issuing authorities (ISO/IEC 18013-5, annex C).
    public static let vicalSigner = CertificateProfile(
        "vical-signer", "Signer of a list of issuing authorities, VICAL (ISO/IEC 18013-5, annex C)",
        rules: CertificateRule.form + [
            .issuerName, .issuerNameEncoding, .issuerSignature, .issuerAuthority, .country, .organizationName, .commonName,
            .subjectKeyIdentifier, .authorityKeyIdentifier, .listSigningUsage, .endEntity, .validity(days: 1187, "is valid for at most 1187 days"),
            .purpose(ExtendedKeyUsageIdentifier.vicalSigner),
        ])

    /// The signer of status lists and identifier lists (ISO/IEC 18013-5 second edition, 12.3.6).
    public static let statusSigner = CertificateProfile(
        "status-signer", "Signer of status lists (ISO/IEC 18013-5 second edition, 12.3.6)",
        rules: CertificateRule.form + signer() + [.validity(days: 1187, "is valid for at most 1187 days"), .statusPurpose])
}
