import CertificateLists
import SwiftASN1

/// Rules about subject and issuer.
extension CertificateRule {
    private static let organization: ASN1ObjectIdentifier = [2, 5, 4, 10]
    private static let commonNameType: ASN1ObjectIdentifier = [2, 5, 4, 3]

    /// Subject and issuer are one name, and its own key signed it.
    static let selfSigned = CertificateRule("selfSigned", "is signed by its own key and names itself as its issuer") { certificate, _ in
        if !certificate.isSelfIssued { return "names \"\(certificate.issuer)\" as its issuer" }
        return certificate.isSelfSigned ? nil : "is not signed by its own key"
    }

    /// The issuer's name is that of the certificate above.
    static let issuerName = CertificateRule("issuerName", "names its issuer", .refuse) { certificate, issuer in
        guard let issuer, !UntypedName.isSame(certificate.certificate.issuer, issuer.certificate.subject) else { return nil }
        return "names \"\(certificate.issuer)\" as its issuer, which is \"\(issuer.subject)\""
    }

    /// And is written as that writes it (RFC 5280, 4.1.2.4): some implementations compare names byte for byte.
    static let issuerNameEncoding = CertificateRule(
        "issuerNameEncoding", "writes the name of its issuer as that does, byte for byte"
    ) { certificate, issuer in
        guard let issuer, certificate.certificate.issuer != issuer.certificate.subject,
            UntypedName.isSame(certificate.certificate.issuer, issuer.certificate.subject)
        else { return nil }
        return "writes the name of its issuer, \"\(issuer.subject)\", in other types of strings than that does"
    }

    /// The key of the certificate above signed it: an authority that has changed its key has the same name.
    static let issuerSignature = CertificateRule("issuerSignature", "is signed by the key of its issuer", .refuse) { certificate, issuer in
        guard let key = issuer?.certificate.publicKey,
            !key.isValidSignature(certificate.certificate.signature, for: certificate.certificate)
        else { return nil }
        return "is not signed by the key of its issuer"
    }

    /// Whoever verifies takes the certificate above for no authority otherwise.
    static let issuerAuthority = CertificateRule(
        "issuerAuthority", "is issued by a certification authority whose keyUsage, if it has one, has keyCertSign", .refuse
    ) { _, issuer in
        guard let issuer, !CertificationPath.mayIssue(issuer, below: 0) else { return nil }
        return "is issued by \"\(issuer.subject)\", which may not issue certificates"
    }

    /// Another name than its issuer's: equal ones look like a root to those who build paths.
    static let ownName = CertificateRule("ownName", "has another name than its issuer") { certificate, _ in
        certificate.isSelfIssued ? "has the name of its issuer" : nil
    }

    /// A country of two upper-case letters (ISO 3166-1 alpha-2).
    static let country = CertificateRule("country", "names a country by two upper-case letters") { certificate, _ in
        guard let country = certificate.country else { return "names no country" }
        let isCode = country.utf8.count == 2 && country.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        return isCode ? nil : "names the country \"\(country)\""
    }

    /// The issuer's country.
    static let sameCountry = CertificateRule("country", "names the country of its issuer", .refuse) { certificate, issuer in
        guard let country = certificate.country else { return "names no country" }
        guard let issuer, country != issuer.country else { return nil }
        return "names the country \(country), its issuer \(issuer.country ?? "none")"
    }

    /// The issuer's state or province, where that has one.
    static let sameState = CertificateRule(
        "stateOrProvince", "names the state or province of its issuer, where that names one", .refuse
    ) { certificate, issuer in
        guard let state = issuer?.stateOrProvince, certificate.stateOrProvince != state else { return nil }
        return "names the state \(certificate.stateOrProvince ?? "none"), its issuer \(state)"
    }

    /// A state or province, as North American licences need one.
    static let state = CertificateRule("jurisdiction", "names a state or province") { certificate, _ in
        certificate.stateOrProvince == nil ? "names no state or province" : nil
    }

    /// A common name.
    static let commonName = CertificateRule("commonName", "has a common name") { certificate, _ in
        certificate.hasSubjectAttribute(commonNameType) ? nil : "has no common name"
    }

    /// An organisation.
    static let organizationName = CertificateRule("organization", "names an organisation") { certificate, _ in
        certificate.hasSubjectAttribute(organization) ? nil : "names no organisation"
    }
}

extension ParsedCertificate {
    fileprivate func hasSubjectAttribute(_ type: ASN1ObjectIdentifier) -> Bool {
        certificate.subject.contains { $0.contains { $0.type == type } }
    }
}
