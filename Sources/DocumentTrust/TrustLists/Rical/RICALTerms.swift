import CBOR
import X509

/// On which terms a list trusts the readers below its authorities: those of the lowest authority of a path that it lists, and
/// no others (ISO/IEC 18013-5 second edition, F.3.2.6).
struct RICALTerms: Sendable {
    /// An authority is its name and its key, so that another certificate of both does not lead around its terms.
    private struct Authority: Hashable {
        let name: DistinguishedName
        let key: Certificate.PublicKey

        init(_ certificate: ParsedCertificate) {
            name = certificate.certificate.subject
            key = certificate.certificate.publicKey
        }
    }

    private struct Terms {
        let certificate: ByteSlice
        let constraints: [RICALTrustConstraint]
    }

    private var terms: [Authority: [Terms]] = [:]

    /// - Parameters:
    ///   - entries: the entries in use.
    ///   - barred: certificates of entries that are not used, unless another entry has them. Their readers are trusted by nobody's word, not even by that of
    ///     the authority above.
    init(_ entries: [RICALEntry], barred: [ParsedCertificate]) {
        for entry in entries { add(entry.certificate, entry.constraints) }
        let listed = Set(entries.map(\.certificate.encoded))
        for certificate in barred where !listed.contains(certificate.encoded) { add(certificate, [.unreadable]) }
    }

    private mutating func add(_ certificate: ParsedCertificate, _ constraints: [RICALTrustConstraint]) {
        terms[Authority(certificate), default: []].append(Terms(certificate: certificate.encoded, constraints: constraints))
    }

    /// Whether the list trusts the reader at the lower end of a path.
    func allow(_ path: CertificationPath, by rules: (any RICALConstraintRules)?) -> Bool {
        guard let reader = path.certificates.first else { return false }
        for certificate in path.certificates + [path.anchor.certificate] {
            guard let found = terms[Authority(certificate)] else { continue }
            let exact = found.filter { $0.certificate == certificate.encoded }
            return (exact.isEmpty ? found : exact).allSatisfy { terms in
                terms.constraints.isEmpty || terms.constraints.contains { !$0.members.isEmpty && rules?.holds($0, for: reader) ?? false }
            }
        }
        return false
    }
}
