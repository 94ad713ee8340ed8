import CBOR
import MobileDocument

/// The checks of one signature of a request, in their order, and the first refusal among them.
struct ReaderSignatureCheck {
    let coverage: ReaderSignature.Coverage
    /// The document requests the signature covers, with their positions.
    let asked: [(position: Int, items: ItemsRequest)]
    let trust: ReaderTrustList
    let origin: Origin?
    let time: Instant
    private var report = VerificationReport(profile: ISOProfile().rules.profile)
    private var refusal: ReaderRefusal?

    init(
        coverage: ReaderSignature.Coverage, asked: [(position: Int, items: ItemsRequest)], trust: ReaderTrustList, origin: Origin?, time: Instant
    ) {
        self.coverage = coverage
        self.asked = asked
        self.trust = trust
        self.origin = origin
        self.time = time
    }

    /// - Parameter budget: what the searches of paths for all signatures of the request may cost.
    mutating func run(_ claimed: ClaimedReaderSignature, within budget: inout PathBudget) -> ReaderSignature {
        switch claimed.proof() {
        case .invalid(let obstacle, let sentence):
            refuse(obstacle, sentence)
            return result(.invalid)
        case .undecided(let obstacle, let sentence):
            refuse(obstacle, sentence)
            return result(.untrusted)
        case .verified(let certificate):
            report.record(.readerCertificate, .passed)
            report.record(.readerSignature, .passed)
            return judge(certificate, chain: claimed.signature.headers.certificateChain, within: &budget)
        }
    }

    /// What a certificate says about its holder, if everything holds that is checked of certificates. The signature is not looked at.
    mutating func trustedDetails(of certificate: ParsedCertificate, chain: [ByteSlice]) -> ReaderCertificateDetails? {
        var budget = PathBudget(chains: 1)
        let judged = judge(certificate, chain: chain, within: &budget)
        return judged.outcome == .trusted ? judged.details : nil
    }

    private mutating func judge(_ certificate: ParsedCertificate, chain: [ByteSlice], within budget: inout PathBudget) -> ReaderSignature {
        let path = checkChain(certificate, chain.dropFirst().compactMap { try? ParsedCertificate($0) }, within: &budget)
        if let path {
            checkConstraints(path)
            checkRevocation(path)
        } else {
            skip(Self.pathChecks, because: "there is no path to a trusted authority")
        }
        let details = checkDetails(certificate)
        let isTrusted = path != nil && report.hasNoFailure
        return result(isTrusted ? .trusted : .untrusted, certificate, path?.anchor, details)
    }

    private mutating func refuse(_ obstacle: ReaderSignatureProof.Obstacle, _ sentence: String) {
        switch obstacle {
        case .certificate:
            refuse(.certificate, .readerCertificate, sentence)
            skip([.readerSignature], because: "there is no usable certificate")
        case .signature:
            report.record(.readerCertificate, .passed)
            refuse(.signature, .readerSignature, sentence)
        }
        skip(Self.trustChecks, because: "the signature was not verified")
    }

    // MARK: Checks that cannot be made

    private static let pathChecks: [CheckIdentifier] = [.readerConstraints, .readerRevocation]
    private static let holderChecks: [CheckIdentifier] = [.readerDomain, .readerElements]
    private static let certificateChecks: [CheckIdentifier] = [.readerPath, .readerValidity, .readerKeyUsage, .readerExtendedKeyUsage]
    private static let trustChecks = certificateChecks + pathChecks + [CheckIdentifier.readerDetails] + holderChecks

    private mutating func skip(_ checks: [CheckIdentifier], because reason: String) {
        for check in checks { report.record(check, .skipped, reason) }
    }

    // MARK: Outcomes

    private func result(
        _ outcome: ReaderSignature.Outcome, _ certificate: ParsedCertificate? = nil, _ anchor: TrustAnchor? = nil,
        _ details: ReaderCertificateDetails? = nil
    ) -> ReaderSignature {
        ReaderSignature(
            coverage: coverage, outcome: outcome, certificate: certificate, anchor: anchor, details: details, refusal: refusal, report: report)
    }

    private mutating func refuse(
        _ reason: ReaderRefusal, _ check: CheckIdentifier, document: Int? = nil, element: ElementReference? = nil, _ sentence: String? = nil
    ) {
        if refusal == nil { refusal = reason }
        report.record(check, .failed, document: document, element: element, sentence ?? reason.description)
    }

    private mutating func require(_ holds: Bool, _ reason: ReaderRefusal, _ check: CheckIdentifier, _ sentence: String) {
        if holds { report.record(check, .passed) } else { refuse(reason, check, sentence) }
    }

    private mutating func checkChain(
        _ certificate: ParsedCertificate, _ intermediates: [ParsedCertificate], within budget: inout PathBudget
    ) -> CertificationPath? {
        var path: CertificationPath?
        do {
            let (time, trust) = (time, trust)
            path = try CertificationPath.search(
                for: certificate, intermediates: intermediates, anchors: trust.index, purpose: .readerAuthentication, within: &budget,
                isPreferred: { $0.isValid(at: time, tolerance: 0) && trust.allows($0) != false })
            report.record(.readerPath, .passed)
        } catch {
            refuse(.path, .readerPath, error.description)
        }
        let chain = (path?.certificates ?? [certificate]) + (path.map { [$0.anchor.certificate] } ?? [])
        let outOfTime = chain.first { time < $0.notBefore || time > $0.notAfter }
        require(
            outOfTime == nil && path?.anchor.isListed(at: time) ?? true, .validity, .readerValidity,
            outOfTime.map { "the certificate \"\($0.subject)\" is not valid at \(time)" } ?? path?.anchor.listEnding ?? "")
        if case .isCertificateAuthority = certificate.basicConstraints {
            refuse(.keyUsage, .readerKeyUsage, "the reader is itself a certification authority")
        } else {
            require(
                certificate.keyUsage?.digitalSignature ?? true, .keyUsage, .readerKeyUsage,
                "the reader's key usage does not include digital signatures")
        }
        let isForReaders = CertificatePurpose.readerAuthentication.accepts(certificate.extendedKeyUsage ?? [])
        require(
            certificate.unknownCriticalExtensions.isEmpty && isForReaders, .purpose, .readerExtendedKeyUsage,
            "the reader's certificate is not for \(CertificatePurpose.readerAuthentication.name)")
        return path
    }

    private mutating func checkConstraints(_ path: CertificationPath) {
        guard let isAllowed = trust.allows(path) else {
            return report.record(.readerConstraints, .skipped, "the reader's authority is not one of a list")
        }
        require(isAllowed, .trustConstraint, .readerConstraints, ReaderRefusal.trustConstraint.description)
    }

    /// A list that names the certificate refuses however old it is. One that does not is relied on while it is fresh. Without
    /// any list of the authority, revocation is unknown.
    private mutating func checkRevocation(_ path: CertificationPath) {
        var unknown: String?
        for (index, certificate) in path.certificates.enumerated() {
            let authority = index + 1 < path.certificates.count ? path.certificates[index + 1] : path.anchor.certificate
            guard trust.revocationLists.has(authority) else {
                unknown = "no revocation list of the reader's authority was given to the wallet"
                continue
            }
            let list = trust.revocationLists.newest(of: authority, at: time)
            if let list, list.contains(certificate) {
                return refuse(
                    .revoked, .readerRevocation, "the certificate \"\(certificate.subject)\" is revoked (list of \(list.thisUpdate))")
            }
            guard let list, time <= list.nextUpdate, time <= list.thisUpdate.advanced(bySeconds: trust.maximumListAge) else {
                return refuse(
                    .staleRevocationList, .readerRevocation,
                    "no revocation list of the reader's authority is current at \(time); the newest was made at "
                        + (list.map { $0.thisUpdate.description } ?? "a later time"))
            }
        }
        report.record(.readerRevocation, unknown == nil ? .passed : .unknown, unknown)
    }

    private mutating func checkDetails(_ certificate: ParsedCertificate) -> ReaderCertificateDetails? {
        let details: ReaderCertificateDetails
        do {
            details = try ReaderCertificateDetails(certificate)
            report.record(.readerDetails, .passed)
        } catch {
            refuse(.details(error), .readerDetails)
            skip(Self.holderChecks, because: "what the certificate says about its holder cannot be believed")
            return nil
        }
        if details.domains.isEmpty {
            report.record(.readerDomain, .skipped, "the certificate names no domain")
        } else if let origin {
            require(details.covers(host: origin.host), .otherHost(origin.host), .readerDomain, ReaderRefusal.otherHost(origin.host).description)
        } else {
            report.record(.readerDomain, .skipped, "the page that asks is not known here")
        }
        checkElements(details.allowedElements)
        return details
    }

    private mutating func checkElements(_ allowed: AllowedElements?) {
        guard let allowed else { return report.record(.readerElements, .skipped, "the certificate does not limit what may be asked") }
        var isWithin = true
        for (position, items) in asked {
            guard let element = allowed.firstBeyond(items) else { continue }
            isWithin = false
            refuse(.elementNotGranted(element), .readerElements, document: position, element: element)
        }
        if isWithin { report.record(.readerElements, .passed) }
    }
}
