import CertificateLists
import SwiftASN1
import X509

/// Rules about key identifiers and what a key is for.
extension CertificateRule {
    /// An identifier of its own key.
    static let subjectKeyIdentifier = CertificateRule("subjectKeyIdentifier", "has a subjectKeyIdentifier") { certificate, _ in
        certificate.subjectKeyIdentifier == nil ? "has no subjectKeyIdentifier" : nil
    }

    /// The identifier of its issuer's key.
    static let authorityKeyIdentifier = CertificateRule(
        "authorityKeyIdentifier", "has an authorityKeyIdentifier, the subjectKeyIdentifier of its issuer"
    ) { certificate, issuer in
        guard let identifier = certificate.authorityKeyIdentifier else { return "has no authorityKeyIdentifier" }
        guard let own = issuer?.subjectKeyIdentifier, own != identifier else { return nil }
        return "has an authorityKeyIdentifier that is not its issuer's subjectKeyIdentifier"
    }

    /// Published roots have zero bits at the end, which DER leaves out.
    static let usageEncoding = CertificateRule("keyUsageEncoding", "writes its keyUsage, where it has one, without zero bits at the end") { certificate, _ in
        guard let value = certificate.extensionValue([2, 5, 29, 15]) else { return nil }
        return KeyUsageSyntax.isShortest(value) ? nil : "writes its keyUsage with zero bits at the end, which DER leaves out"
    }

    /// For signing, and for nothing else.
    static let signingUsage = signingUsage("without that bit it is refused").refusing { $0.keyUsage?.digitalSignature != true }

    /// The same for readers, who are refused for a keyUsage without that bit, and not for having none.
    static let readerUsage = signingUsage("with one that lacks that bit it is refused").refusing { $0.keyUsage?.digitalSignature == false }

    private static func signingUsage(_ cost: String) -> CertificateRule {
        CertificateRule("keyUsage", "has a critical keyUsage of exactly digitalSignature; \(cost)") { certificate, _ in
            guard let usage = certificate.keyUsage else { return "has no keyUsage" }
            guard usage.digitalSignature else { return "has a keyUsage without digitalSignature" }
            if usage != KeyUsage(digitalSignature: true) { return "has a keyUsage that allows more than digital signatures" }
            return certificate.isCritical([2, 5, 29, 15]) ? nil : "has a keyUsage that is not critical"
        }
    }

    /// For signing, by either of the two bits that signers of lists have.
    static let listSigningUsage = CertificateRule(
        "keyUsage", "has a critical keyUsage with digitalSignature or nonRepudiation; without either bit it is refused"
    ) { certificate, _ in
        guard let usage = certificate.keyUsage else { return "has no keyUsage" }
        guard usage.digitalSignature || usage.nonRepudiation else { return "has a keyUsage without digitalSignature or nonRepudiation" }
        return certificate.isCritical([2, 5, 29, 15]) ? nil : "has a keyUsage that is not critical"
    }
    .refusing { certificate in certificate.keyUsage.map { !$0.digitalSignature && !$0.nonRepudiation } ?? true }

    /// For certificates and revocation lists, and for nothing else.
    static let authorityUsage = CertificateRule(
        "keyUsage", "has a critical keyUsage of exactly keyCertSign and cRLSign; with one that lacks keyCertSign it is refused"
    ) { certificate, _ in
        guard let usage = certificate.keyUsage else { return "has no keyUsage" }
        guard usage.keyCertSign else { return "has a keyUsage without keyCertSign" }
        if usage != KeyUsage(keyCertSign: true, cRLSign: true) { return "has a keyUsage that is not exactly keyCertSign and cRLSign" }
        return certificate.isCritical([2, 5, 29, 15]) ? nil : "has a keyUsage that is not critical"
    }
    .refusing { $0.keyUsage?.keyCertSign == false }

    /// A certification authority for end entities only.
    static let authorityConstraints = CertificateRule(
        "basicConstraints", "has critical basicConstraints with CA true and pathLen 0; without CA true it is refused"
    ) { certificate, _ in
        guard case .isCertificateAuthority(let length)? = certificate.basicConstraints else { return "is not marked as a certification authority" }
        guard let length else { return "allows authorities below it: it has no pathLen" }
        if length != 0 { return "allows authorities below it: its pathLen is \(length)" }
        return certificate.isCritical([2, 5, 29, 19]) ? nil : "has basicConstraints that are not critical"
    }
    .refusing { certificate in if case .isCertificateAuthority? = certificate.basicConstraints { false } else { true } }

    /// No certification authority.
    static let endEntity = CertificateRule("basicConstraints", "is not a certification authority", .refuse) { certificate, _ in
        if case .isCertificateAuthority? = certificate.basicConstraints { return "is a certification authority" }
        return nil
    }

    /// An extended key usage, critical or not, with at least one of these purposes.
    static func purpose(_ accepted: Set<String>) -> CertificateRule {
        let names = accepted.sorted().joined(separator: " or ")
        return CertificateRule("extendedKeyUsage", "has an extendedKeyUsage with \(names)", .refuse) { certificate, _ in
            guard let usages = certificate.extendedKeyUsage else { return "has no extendedKeyUsage" }
            return accepted.isDisjoint(with: usages) ? "is for \(usages.joined(separator: ", ")), not for \(names)" : nil
        }
    }

    /// None of the purposes for which somebody else's certificates are.
    static let statusPurpose = CertificateRule(
        "extendedKeyUsage", "has no extendedKeyUsage, or one that is not of documents and not only of others", .refuse
    ) { certificate, _ in
        guard let usages = certificate.extendedKeyUsage, !StatusSignerPath.allowsStatus(usages) else { return nil }
        return "is for \(usages.joined(separator: ", ")), not for status"
    }
}

extension ParsedCertificate {
    fileprivate func isCritical(_ identifier: ASN1ObjectIdentifier) -> Bool { certificate.extensions[oid: identifier]?.critical ?? false }
}
