/// What a certificate of one kind must look like: a list of rules.
///
/// Profiles are composed of rules and of each other, and only looked up, never switched off: the rules that decide whether
/// a document is believed are checked by every verification, whatever profile a certificate is compared with here.
public struct CertificateProfile: Sendable {
    /// Stable name, such as `document-signer`.
    public let name: String
    /// What it is for, with the clause it follows.
    public let title: String
    /// The rules, in the order in which people read a certificate.
    public let rules: [CertificateRule]

    init(_ name: String, _ title: String, rules: [CertificateRule]) {
        self.name = name
        self.title = title
        self.rules = rules
    }

    /// This profile under another name with further rules; one of the same name takes the place of the old one.
    func with(name: String, title: String, rules more: [CertificateRule]) -> CertificateProfile {
        var rules = rules.map { old in more.first { $0.identifier == old.identifier } ?? old }
        rules += more.filter { new in !rules.contains { $0.identifier == new.identifier } }
        return CertificateProfile(name, title, rules: rules)
    }

    /// Compares a certificate with every rule.
    ///
    /// - Parameters:
    ///   - certificate: the certificate.
    ///   - issuer: the one that issued it; nil where it is not at hand, and then rules that compare the two are kept as far
    ///     as can be seen.
    public func check(_ certificate: ParsedCertificate, issuedBy issuer: ParsedCertificate?) -> [CertificateRuleResult] {
        rules.map {
            CertificateRuleResult(
                rule: $0.identifier, summary: $0.summary, severity: $0.severity(of: certificate), fault: $0.fault(certificate, issuer))
        }
    }

    /// Every profile, roots first.
    public static let all: [CertificateProfile] = [
        .issuingAuthority, .aamvaIssuingAuthority, .documentSigner, .aamvaDocumentSigner, .europeanPersonIdentificationSigner, .reader,
        .vicalSigner, .statusSigner,
    ]

    /// The profile a certificate seems to be meant for, by its basic constraints and extended key usage; nil where neither
    /// says.
    public static func suggested(for certificate: ParsedCertificate) -> CertificateProfile? {
        if case .isCertificateAuthority? = certificate.basicConstraints { return .issuingAuthority }
        let usages = Set(certificate.extendedKeyUsage ?? [])
        if !usages.isDisjoint(with: CertificatePurpose.documentSigner.accepted) { return .documentSigner }
        if !usages.isDisjoint(with: [ExtendedKeyUsageIdentifier.europeanSigner]) { return .europeanPersonIdentificationSigner }
        if !usages.isDisjoint(with: CertificatePurpose.readerAuthentication.accepted) { return .reader }
        if !usages.isDisjoint(with: ExtendedKeyUsageIdentifier.vicalSigner) { return .vicalSigner }
        return nil
    }
}
