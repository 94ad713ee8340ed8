import SwiftASN1
import X509

/// Rules about a certificate's outer form.
extension CertificateRule {
    private static let day: Int64 = 86_400

    /// X.509 version 3, without which there are no extensions.
    static let version = CertificateRule("version", "is X.509 version 3") { certificate, _ in
        certificate.certificate.version == .v3 ? nil : "is not an X.509 version 3 certificate"
    }

    /// Positive, at most 20 octets and at least 63 bits from a random source, of which only the length can be seen.
    static let serialNumber = CertificateRule("serialNumber", "has a positive serial number of 8 to 20 octets") { certificate, _ in
        // Without the zero that keeps a positive number from looking negative; a negative one is not read at all.
        let significant = certificate.certificate.serialNumber.bytes.drop { $0 == 0 }
        if significant.isEmpty { return "has the serial number 0" }
        if significant.count > 20 { return "has a serial number of \(significant.count) octets" }
        return significant.count >= 8 ? nil : "has a serial number of \(significant.count) octets, which leaves no room for 63 random bits"
    }

    /// ECDSA with SHA-256, SHA-384 or SHA-512.
    static let signatureAlgorithm = CertificateRule("signatureAlgorithm", "is signed with ECDSA and SHA-2") { certificate, _ in
        let allowed: [Certificate.SignatureAlgorithm] = [.ecdsaWithSHA256, .ecdsaWithSHA384, .ecdsaWithSHA512]
        let algorithm = certificate.certificate.signatureAlgorithm
        return allowed.contains(algorithm) ? nil : "is signed with \(algorithm)"
    }

    /// Valid for no longer than a number of days.
    static func validity(days: Int64, _ summary: String) -> CertificateRule {
        CertificateRule("validity", summary) { certificate, _ in
            let seconds = certificate.notAfter.secondsSinceEpoch - certificate.notBefore.secondsSinceEpoch
            if seconds < 0 { return "ends before it begins" }
            return seconds <= days * day ? nil : "is valid for \(seconds / day) days, at most \(days) are allowed"
        }
    }

    private static let forbidden: [ASN1ObjectIdentifier: String] = [
        [2, 5, 29, 33]: "policyMappings", [2, 5, 29, 30]: "nameConstraints", [2, 5, 29, 36]: "policyConstraints",
        [2, 5, 29, 54]: "inhibitAnyPolicy", [2, 5, 29, 46]: "freshestCRL",
    ]

    /// Extensions the standard forbids, by their object identifiers.
    static let forbiddenExtensions = CertificateRule(
        "forbiddenExtensions", "has no policyMappings, nameConstraints, policyConstraints, inhibitAnyPolicy or freshestCRL"
    ) { certificate, _ in
        let found = certificate.certificate.extensions.compactMap { forbidden[$0.oid] }
        return found.isEmpty ? nil : "has \(found.joined(separator: ", "))"
    }

    /// A critical extension that is not understood makes a certificate unusable (RFC 5280, 4.2).
    static let criticalExtensions = CertificateRule(
        "criticalExtensions", "has no critical extension that is not understood", .refuse
    ) { certificate, _ in
        certificate.unknownCriticalExtensions.first.map { "has the critical extension \($0), which is not understood" }
    }

    /// The rules every certificate must keep.
    static let form: [CertificateRule] = [
        .version, .serialNumber, .signatureAlgorithm, .usageEncoding, .forbiddenExtensions, .criticalExtensions,
    ]
}
