import CertificateLists
import MobileDocument

/// A chain from an end entity to a trust anchor whose signatures all verify.
///
/// Only the search below makes one. Validity in time is not part of it, so that it can be kept and judged again. A class, so that one that is
/// kept is handed out without copying what it holds.
package final class CertificationPath: Sendable {
    /// End entity first, anchor not included.
    let certificates: [ParsedCertificate]
    /// Where it ends.
    let anchor: TrustAnchor

    /// First moment at which all certificates, the anchor's included, are valid.
    private let validFrom: Instant
    /// Last such moment.
    private let validUntil: Instant

    private init(_ certificates: [ParsedCertificate], anchor: TrustAnchor) {
        self.certificates = certificates
        self.anchor = anchor
        validFrom = certificates.reduce(anchor.certificate.notBefore) { max($0, $1.notBefore) }
        validUntil = certificates.reduce(anchor.lastMoment) { min($0, $1.notAfter) }
    }

    /// The most certificates below the anchor.
    static let maximumLength = 4
    /// The most signatures that are computed for a message with one chain: a hostile message can carry authorities that all certify each other.
    static let maximumSignatures = 24

    enum Failure: Error, Sendable, Equatable {
        case noAnchors
        case anchorAsEndEntity
        case distrusted
        case selfSigned
        case noPath(String)
    }

    /// Whether all certificates, the anchor's included, are valid at a time, and a list that names the anchor may still be used.
    func isValid(at time: Instant, tolerance: Int64) -> Bool {
        time.advanced(bySeconds: tolerance) >= validFrom && time.advanced(bySeconds: -tolerance) <= validUntil
    }

    /// Searches a path over the anchors and the intermediates the message carries.
    ///
    /// Nothing in the message is trusted: a root among the intermediates is only ever a link, and a trusted root
    /// presented as the end entity is refused. Where several paths exist, as after a root was renewed, the first one
    /// preferred is taken, otherwise the first.
    ///
    /// - Parameters:
    ///   - purpose: what an intermediate's extended key usage must allow, where it has one.
    ///   - budget: what all searches for one message may cost together.
    ///   - isPreferred: whether a path is good in the ways that are judged later, such as time.
    static func search(
        for endEntity: ParsedCertificate, intermediates: [ParsedCertificate], anchors: TrustAnchorIndex, purpose: CertificatePurpose,
        within budget: inout PathBudget, isPreferred: (CertificationPath) -> Bool
    ) throws(Failure) -> CertificationPath {
        guard !anchors.anchors.isEmpty else { throw .noAnchors }
        guard !anchors.contains(endEntity) else { throw .anchorAsEndEntity }
        guard !anchors.isDistrusted(endEntity) else { throw .distrusted }
        let links = intermediates.filter { candidate in
            // A distrusted authority is no link to another one either, whoever certified it.
            !anchors.isDistrusted(candidate)
                && candidate.extendedKeyUsage.map { purpose.accepts($0) || $0.contains(CertificatePurpose.any) } ?? true
        }
        var found: [CertificationPath] = []
        extend([Link(endEntity)], intermediates: links.map(Link.init), anchors: anchors, budget: &budget) { path in
            found.append(path)
            return isPreferred(path)
        }
        if let path = found.last, isPreferred(path) { return path }
        if let path = found.first { return path }
        if endEntity.isSelfSigned { throw .selfSigned }
        if budget.isSpent { throw .noPath("the chains of the message need more signatures than are computed for one message") }
        throw .noPath(explanation(endEntity, intermediates: intermediates, links: links, anchors: anchors))
    }

    /// The same for the one chain of a message.
    static func search(
        for endEntity: ParsedCertificate, intermediates: [ParsedCertificate], anchors: TrustAnchorIndex, purpose: CertificatePurpose,
        isPreferred: (CertificationPath) -> Bool
    ) throws(Failure) -> CertificationPath {
        var budget = PathBudget(chains: 1)
        return try search(
            for: endEntity, intermediates: intermediates, anchors: anchors, purpose: purpose, within: &budget, isPreferred: isPreferred)
    }

    /// A certificate of a search. Its names in the form in which they are compared are made once, however often they are compared.
    private final class Link {
        let certificate: ParsedCertificate
        private lazy var subject = UntypedName(certificate.certificate.subject)
        private lazy var issuer = UntypedName(certificate.certificate.issuer)

        init(_ certificate: ParsedCertificate) { self.certificate = certificate }

        /// Whether another one has the name of its issuer.
        func names(_ other: Link) -> Bool {
            certificate.certificate.issuer == other.certificate.certificate.subject || issuer == other.subject
        }
    }

    /// Visits every path, until the visitor says that one is enough.
    @discardableResult
    private static func extend(
        _ chain: [Link], intermediates: [Link], anchors: TrustAnchorIndex, budget: inout PathBudget, visit: (CertificationPath) -> Bool
    ) -> Bool {
        guard let last = chain.last else { return false }
        for anchor in anchors.candidates(for: last.certificate)
        where mayIssue(anchor.certificate, below: chain.count - 1) && issued(anchor.certificate, last.certificate, &budget) {
            if visit(CertificationPath(chain.map(\.certificate), anchor: anchor)) { return true }
        }
        guard chain.count < maximumLength else { return false }
        for candidate in intermediates
        where !chain.contains(where: { $0.certificate.encoded == candidate.certificate.encoded }) && last.names(candidate)
            && mayIssue(candidate.certificate, below: chain.count - 1) && issued(candidate.certificate, last.certificate, &budget)
        {
            if extend(chain + [candidate], intermediates: intermediates, anchors: anchors, budget: &budget, visit: visit) { return true }
        }
        return false
    }

    /// A certification authority with room for `authorities` more below it.
    package static func mayIssue(_ issuer: ParsedCertificate, below authorities: Int) -> Bool {
        guard issuer.unknownCriticalExtensions.isEmpty, issuer.keyUsage?.keyCertSign ?? true else { return false }
        switch issuer.basicConstraints {
        case .isCertificateAuthority(let maximum): return maximum.map { authorities <= $0 } ?? true
        case .notCertificateAuthority, nil: return false
        }
    }

    private static func issued(_ issuer: ParsedCertificate, _ subject: ParsedCertificate, _ budget: inout PathBudget) -> Bool {
        guard budget.spend() else { return false }
        return issuer.certificate.publicKey.isValidSignature(subject.certificate.signature, for: subject.certificate)
    }

    private static func explanation(
        _ endEntity: ParsedCertificate, intermediates: [ParsedCertificate], links: [ParsedCertificate], anchors: TrustAnchorIndex
    ) -> String {
        let candidates = anchors.candidates(for: endEntity)
        guard let candidate = candidates.first else {
            let unnamed = "no trusted root is named \"\(endEntity.issuer)\""
            let subject = Link(endEntity)
            guard let authority = intermediates.first(where: { subject.names(Link($0)) }) else { return unnamed }
            return unnamed + ", and the certificate of that name in the chain " + fault(of: authority, links: links, anchors: anchors)
        }
        switch candidate.certificate.basicConstraints {
        case .isCertificateAuthority: break
        default: return "the trusted certificate \"\(candidate.certificate.subject)\" is not a certification authority"
        }
        return "the trusted root \"\(candidate.certificate.subject)\" did not sign it, or may not"
    }
}

extension CertificationPath {
    /// Why an authority of the message is no link to a root, completing "the certificate ...".
    private static func fault(of authority: ParsedCertificate, links: [ParsedCertificate], anchors: TrustAnchorIndex) -> String {
        if anchors.isDistrusted(authority) { return "is distrusted" }
        if !links.contains(where: { $0.encoded == authority.encoded }) { return "is limited to other purposes" }
        if let unknown = authority.unknownCriticalExtensions.first { return "has the critical extension \(unknown), which is not understood" }
        if authority.keyUsage?.keyCertSign == false { return "may not sign certificates" }
        guard case .isCertificateAuthority? = authority.basicConstraints else { return "is not a certification authority" }
        return "did not sign it, or leads to no trusted root that allows it"
    }
}

extension CertificationPath.Failure: CustomStringConvertible {
    var description: String {
        switch self {
        case .noAnchors: "the list of trusted roots is empty"
        case .distrusted: "the certificate itself is distrusted"
        case .anchorAsEndEntity: "a trusted root is presented where an end-entity certificate belongs"
        case .selfSigned: "the certificate is self-signed and not issued by a trusted root"
        case .noPath(let reason): "no path to a trusted root: \(reason)"
        }
    }
}
