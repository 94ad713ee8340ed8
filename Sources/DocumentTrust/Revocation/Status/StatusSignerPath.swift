import CBOR
import CertificateLists
import COSE
import MobileDocument

/// The certificates of a status token, from its signer up to the one that vouches for it. Only checking makes one.
struct StatusSignerPath: Sendable {
    /// The token's own certificates, its signer's first.
    let certificates: [ParsedCertificate]
    /// The certificate that vouches for the last of them.
    let authority: ParsedCertificate
    /// First and last moment at which all of them, the vouching one included, are valid.
    let validity: ClosedRange<Instant>
    /// The key that must have signed the token.
    let key: VerificationKey
    /// Recommendations of the signer's profile that are not kept.
    let warnings: [String]

    /// Signing documents, whatever else a certificate is for: the key of one signer must not be able to declare the documents of all others
    /// good.
    private static let documentPurposes: Set<String> = CertificatePurpose.documentSigner.accepted.union([ExtendedKeyUsageIdentifier.europeanSigner])

    /// Other purposes that are known and not of status: a certificate limited to them vouches for no status.
    private static let foreignPurposes: Set<String> = [
        "1.0.18013.5.1.4", "1.0.23220.4.1.4", "1.0.18013.5.1.6", "1.0.23220.4.1.6", "1.0.18013.5.1.8", "1.0.23220.4.1.8",
        "1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2",
    ]

    /// Reads the chain of a token, which must stand where the signature covers it.
    static func certificates(of token: StatusToken) throws(StatusFault) -> [ParsedCertificate] {
        let headers = token.envelope.headers
        guard headers.certificate != nil else { throw StatusFault(.chain, "the token carries no certificate (x5chain)") }
        guard headers.chainIsProtected else { throw StatusFault(.chain, "the token's x5chain is not in the protected header") }
        guard headers.certificateChain.count <= CertificationPath.maximumLength + 1 else {
            throw StatusFault(.chain, "the token carries \(headers.certificateChain.count) certificates")
        }
        var certificates: [ParsedCertificate] = []
        for encoded in headers.certificateChain {
            do {
                certificates.append(try ParsedCertificate(encoded))
            } catch {
                throw StatusFault(.certificate, "a certificate of the token cannot be used: \(error)")
            }
        }
        guard headers.thumbprintAgrees(with: certificates[0]) ?? true else {
            throw StatusFault(.certificate, "the token's x5t is not the SHA-256 of its signer's certificate")
        }
        return certificates
    }

    /// Checks that each certificate signed the one before it, and `authority` the last.
    ///
    /// - Parameter authority: the root of the document's signer, or the certificate the document names instead. Like every
    ///   trust anchor it is taken as it is, but must be allowed to certify.
    init(_ certificates: [ParsedCertificate], vouchedBy authority: ParsedCertificate) throws(StatusFault) {
        // The vouching certificate may be sent along; it then is no link of its own.
        let isSentAlong = certificates.count > 1 && certificates.last?.encoded == authority.encoded
        let links = isSentAlong ? Array(certificates.dropLast()) : certificates
        let signer = certificates[0]
        for (depth, subject) in links.enumerated() {
            let issuer = depth + 1 < links.count ? links[depth + 1] : authority
            guard UntypedName.isSame(issuer.certificate.subject, subject.certificate.issuer), CertificationPath.mayIssue(issuer, below: depth),
                issuer.certificate.publicKey.isValidSignature(subject.certificate.signature, for: subject.certificate)
            else {
                throw StatusFault(.path, "\"\(issuer.subject)\" did not issue \"\(subject.subject)\" of the token, or may not")
            }
        }
        try Self.check(signer: signer)
        self.certificates = links
        self.authority = authority
        let all = links + [authority]
        let begin = all.reduce(signer.notBefore) { max($0, $1.notBefore) }
        let end = all.reduce(signer.notAfter) { min($0, $1.notAfter) }
        guard begin <= end else { throw StatusFault(.validity, "the token's certificates are never valid together") }
        validity = begin...end
        key = signer.key
        warnings = Self.warnings(signer)
    }

    private static func check(signer: ParsedCertificate) throws(StatusFault) {
        if let unknown = signer.unknownCriticalExtensions.first {
            throw StatusFault(.signer, "the token signer's critical extension \(unknown) is not understood")
        }
        if case .isCertificateAuthority = signer.basicConstraints {
            throw StatusFault(.signer, "the token's signer is itself a certification authority")
        }
        guard signer.keyUsage?.digitalSignature == true else {
            throw StatusFault(.signer, "the token signer's key usage does not include digital signatures")
        }
        if let purposes = signer.extendedKeyUsage, !allowsStatus(purposes) {
            throw StatusFault(.signer, "the token signer's certificate is for \(purposes.joined(separator: ", ")), not for status")
        }
    }

    /// Whether who has these purposes may vouch for status.
    static func allowsStatus(_ purposes: [String]) -> Bool {
        documentPurposes.isDisjoint(with: purposes) && !foreignPurposes.isSuperset(of: purposes)
    }

    private static func warnings(_ signer: ParsedCertificate) -> [String] {
        let days = (signer.notAfter.secondsSinceEpoch - signer.notBefore.secondsSinceEpoch) / 86_400
        return days > 1187 ? ["the status signer is valid for more than 1187 days"] : []
    }
}
