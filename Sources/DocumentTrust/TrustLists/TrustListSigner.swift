import COSE
import MobileDocument
import X509

/// Checks who signed a trust list: certificate, path, validity, purpose and signature.
struct TrustListSigner {
    /// Longest validity of a list signer by its profile.
    private static let maximumDays: Int64 = 1187

    private let token: COSESign1
    private let purpose: CertificatePurpose
    private let authorities: TrustListAuthorities
    private let time: Instant

    init(of token: COSESign1, purpose: CertificatePurpose, authorities: TrustListAuthorities, time: Instant) {
        self.token = token
        self.purpose = purpose
        self.authorities = authorities
        self.time = time
    }

    /// Makes all checks; who signed it, where there is a path.
    func check(_ report: inout VerificationReport) -> SignerDescription? {
        guard let certificate = readCertificate(&report) else {
            for check in [
                CheckIdentifier.listSignerPath, .listSignerValidity, .listSignerKeyUsage, .listSignerExtendedKeyUsage, .listSignerProfile,
                .listSignerRevocation, .listSignature,
            ] {
                report.record(check, .skipped, "there is no usable signer certificate")
            }
            return nil
        }
        let path = searchPath(certificate, &report)
        checkValidity(certificate, path, &report)
        checkKeyUsage(certificate, &report)
        let usages = certificate.extendedKeyUsage ?? []
        report.require(
            purpose.isMet(by: certificate.extendedKeyUsage), .listSignerExtendedKeyUsage,
            "the list signer's certificate is for \(usages.isEmpty ? "no stated purpose" : usages.joined(separator: ", ")), not for \(purpose.name)")
        checkProfile(certificate, &report)
        checkRevocation(path, &report)
        do {
            try token.verify(with: certificate.key)
            report.record(.listSignature, .passed)
        } catch {
            report.record(.listSignature, .failed, error.description)
        }
        return path.map(SignerDescription.init)
    }

    private func readCertificate(_ report: inout VerificationReport) -> ParsedCertificate? {
        guard let encoded = token.headers.certificate else {
            report.record(.listSignerCertificate, .failed, "the list carries no certificate (x5chain)")
            return nil
        }
        do {
            let certificate = try ParsedCertificate(encoded)
            if token.headers.thumbprintAgrees(with: certificate) ?? true {
                let unknown = certificate.unknownCriticalExtensions.first
                report.require(unknown == nil, .listSignerCertificate, "the critical extension \(unknown ?? "") is not understood")
            } else {
                report.record(.listSignerCertificate, .failed, "x5t is not the SHA-256 of the list signer's certificate")
            }
            return certificate
        } catch {
            report.record(.listSignerCertificate, .failed, error.description)
            return nil
        }
    }

    private func searchPath(_ certificate: ParsedCertificate, _ report: inout VerificationReport) -> CertificationPath? {
        do {
            let path = try CertificationPath.search(
                for: certificate, intermediates: token.headers.certificateChain.dropFirst().compactMap { try? ParsedCertificate($0) },
                anchors: authorities.index, purpose: purpose, isPreferred: { $0.isValid(at: time, tolerance: 0) })
            report.record(.listSignerPath, .passed)
            return path
        } catch {
            report.record(.listSignerPath, .failed, error.description)
            return nil
        }
    }

    private func checkValidity(_ certificate: ParsedCertificate, _ path: CertificationPath?, _ report: inout VerificationReport) {
        let chain = (path?.certificates ?? [certificate]) + (path.map { [$0.anchor.certificate] } ?? [])
        let outOfTime = chain.first { time < $0.notBefore || time > $0.notAfter }
        report.require(
            outOfTime == nil, .listSignerValidity, "the certificate \"\(outOfTime?.subject ?? "")\" is not valid at \(time)")
    }

    /// Deployed signers have `nonRepudiation` (content commitment) where the profile has `digitalSignature`; either signs.
    private func checkKeyUsage(_ certificate: ParsedCertificate, _ report: inout VerificationReport) {
        guard let usage = certificate.keyUsage else {
            return report.record(.listSignerKeyUsage, .failed, "the list signer's certificate has no key usage")
        }
        if case .isCertificateAuthority = certificate.basicConstraints {
            return report.record(.listSignerKeyUsage, .failed, "the list signer is a certification authority")
        }
        report.require(
            usage.digitalSignature || usage.nonRepudiation, .listSignerKeyUsage,
            "the list signer's key usage includes neither digital signatures nor content commitment")
    }

    private func checkRevocation(_ path: CertificationPath?, _ report: inout VerificationReport) {
        guard let path else { return report.record(.listSignerRevocation, .skipped, "there is no path to a trusted root") }
        switch authorities.revocationLists.finding(path.certificates, under: path.anchor.certificate, at: time) {
        case .good: report.record(.listSignerRevocation, .passed)
        case .revoked(let reason): report.record(.listSignerRevocation, .failed, reason)
        case .unknown(let reason): report.record(.listSignerRevocation, .unknown, reason)
        }
    }

    private func checkProfile(_ certificate: ParsedCertificate, _ report: inout VerificationReport) {
        if case .ricalSigner = purpose {
            return report.record(.listSignerProfile, .skipped, "there is no profile for signers of lists of readers' authorities")
        }
        var reasons: [String] = []
        // The last second counts, so a certificate of exactly the limit ends one second short of it.
        if certificate.notAfter.secondsSinceEpoch - certificate.notBefore.secondsSinceEpoch > Self.maximumDays * 86_400 {
            reasons.append("the list signer is valid for more than \(Self.maximumDays) days")
        }
        if certificate.certificate.extensions[oid: [2, 5, 29, 37]].map({ !$0.critical }) ?? false {
            reasons.append("the list signer's extended key usage is not critical")
        }
        if certificate.country == nil { reasons.append("the list signer names no country") }
        if reasons.isEmpty { report.record(.listSignerProfile, .passed) }
        for reason in reasons { report.record(.listSignerProfile, .warning, reason) }
    }
}
