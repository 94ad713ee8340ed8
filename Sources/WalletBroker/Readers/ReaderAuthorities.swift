public import Foundation

/// The broker's own trust in authorities of readers: a registrar's root, or one that was installed together with a provider.
public struct ReaderAuthorities: Sendable {
    let roots: [ChainCertificate]
    /// Identifiers that roots state and that are no other root's.
    private let believed: Set<[UInt8]>
    let revocation: ReaderRevocation

    /// The most certificates below a root.
    private static let maximumLength = 4
    /// The most signatures one chain may cost: a hostile request can carry authorities that all certify each other.
    private static let maximumSignatures = 24

    /// Takes the roots; none is allowed, and leaves the roots that providers name by their key.
    ///
    /// - Parameters:
    ///   - roots: self-signed certificates in DER. One that cannot be read is an error, never a smaller list.
    ///   - revocationLists: lists in DER, each signed by one of the roots; another one is an error.
    public init(roots: [[UInt8]], revocationLists: [[UInt8]] = []) throws(ReaderAuthoritiesError) {
        var read: [ChainCertificate] = []
        for (index, root) in roots.enumerated() {
            guard let certificate = ChainCertificate(root), certificate.isSelfIssued, certificate.hasSigned(certificate),
                certificate.mayIssue(authoritiesBelow: 0) else {
                throw .unusableRoot(index)
            }
            read.append(certificate)
        }
        self.roots = read
        // A root that was installed with one provider must not state the identifier that another one trusts.
        believed = Set(
            read.compactMap(\.statedKeyIdentifier).filter { stated in
                let keys = read.filter { $0.statedKeyIdentifier == stated || $0.computedKeyIdentifiers.contains(stated) }.map(\.certificate.publicKey)
                return Set(keys).count == 1
            })
        var revocation = ReaderRevocation()
        for (index, list) in revocationLists.enumerated() {
            guard revocation.add(list, signedByOneOf: read) else { throw .unusableRevocationList(index) }
        }
        self.revocation = revocation
    }

    /// Names of the roots whose lists are all too old, so that they vouch for nobody.
    func silentRoots(at time: Date) -> [String] {
        roots.filter { !revocation.isFresh($0, at: time) }.map { "\($0.certificate.subject)" }
    }

    /// Key identifiers of the roots to which a chain leads, every signature, period and purpose on the way checked.
    ///
    /// A root of the broker's own is known by those computed from its key and by the one it states, unless another of them states
    /// or has that one too. A root that comes with
    /// the request is known by the computed ones only: anybody can state any identifier. What any certificate says about its
    /// issuer's identifier plays no part.
    ///
    /// - Parameters:
    ///   - chain: certificates as the request carries them, DER, the signer's first.
    ///   - time: the moment to judge by.
    public func rootKeyIdentifiers(of chain: [[UInt8]], at time: Date) -> Set<[UInt8]> { search(chain, at: time)?.found ?? [] }

    /// The root of the broker's own to which a chain leads, if it leads to one.
    func ownRoot(of chain: [[UInt8]], at time: Date) -> ChainCertificate? { search(chain, at: time)?.ownRoot }

    /// Those computed from its key, and the one it states where no other root has that.
    func keyIdentifiers(of root: ChainCertificate) -> Set<[UInt8]> {
        root.computedKeyIdentifiers.union(root.statedKeyIdentifier.map { believed.contains($0) ? [$0] : [] } ?? [])
    }

    private func search(_ chain: [[UInt8]], at time: Date) -> Search? {
        guard let first = chain.first, let reader = ChainCertificate(first), reader.isReader, reader.isValid(at: time),
            !roots.contains(where: { $0.encoded == reader.encoded })
        else { return nil }
        let others = chain.dropFirst().compactMap(ChainCertificate.init).filter { $0.isValid(at: time) }
        var search = Search(
            others: others, roots: roots.filter { $0.isValid(at: time) }, believed: believed, revocation: revocation, time: time,
            signaturesLeft: Self.maximumSignatures)
        search.extend([reader], upTo: Self.maximumLength)
        return search
    }
}

extension ReaderAuthorities {
    /// Goes every way from a reader's certificate up.
    private struct Search {
        let others: [ChainCertificate]
        let roots: [ChainCertificate]
        let believed: Set<[UInt8]>
        let revocation: ReaderRevocation
        let time: Date
        var signaturesLeft: Int
        var found: Set<[UInt8]> = []
        var ownRoot: ChainCertificate?

        init(
            others: [ChainCertificate], roots: [ChainCertificate], believed: Set<[UInt8]>, revocation: ReaderRevocation, time: Date, signaturesLeft: Int
        ) {
            self.others = others
            self.roots = roots
            self.believed = believed
            self.revocation = revocation
            self.time = time
            self.signaturesLeft = signaturesLeft
        }

        mutating func extend(_ path: [ChainCertificate], upTo length: Int) {
            guard let last = path.last else { return }
            for root in roots where leads(from: last, to: root, below: path.count - 1) {
                ownRoot = ownRoot ?? root
                found.formUnion(root.computedKeyIdentifiers)
                if let stated = root.statedKeyIdentifier, believed.contains(stated) { found.insert(stated) }
            }
            for other in others
            where !path.contains(where: { $0.encoded == other.encoded }) && leads(from: last, to: other, below: path.count - 1) {
                if other.isSelfIssued {
                    if spend(), other.hasSigned(other) { found.formUnion(other.computedKeyIdentifiers) }
                } else if path.count < length {
                    extend(path + [other], upTo: length)
                }
            }
        }

        private mutating func leads(from subject: ChainCertificate, to issuer: ChainCertificate, below count: Int) -> Bool {
            guard issuer.certificate.subject == subject.certificate.issuer, issuer.mayIssue(authoritiesBelow: count), spend() else {
                return false
            }
            return issuer.hasSigned(subject) && revocation.allows(subject, issuedBy: issuer, at: time)
        }

        private mutating func spend() -> Bool {
            guard signaturesLeft > 0 else { return false }
            signaturesLeft -= 1
            return true
        }
    }
}
