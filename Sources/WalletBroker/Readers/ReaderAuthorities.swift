public import Foundation

/// The broker's own trust in authorities of readers: a registrar's root, or one that was installed together with a provider.
public struct ReaderAuthorities: Sendable {
    private(set) var roots: [ChainCertificate]
    /// For each root the names of the providers that brought it along.
    private let providers: [[UInt8]: Set<String>]
    /// For each root by which providers the identifier is believed that it states.
    private let believers: [[UInt8]: Set<String>]
    private(set) var revocation: ReaderRevocation

    /// The most certificates below a root.
    private static let maximumLength = 4
    /// The most signatures one chain may cost: a hostile request can carry authorities that all certify each other.
    private static let maximumSignatures = 24

    /// Takes the roots; none is allowed, and leaves the roots that providers name by their key.
    ///
    /// - Parameters:
    ///   - roots: self-signed certificates in DER. One that cannot be read is an error, never a smaller list.
    ///   - providers: for each root the names of the providers that brought it along.
    ///   - revocationLists: lists in DER, each signed by one of the roots; another one is an error.
    public init(
        roots: [[UInt8]], broughtBy providers: [[UInt8]: Set<String>] = [:], revocationLists: [[UInt8]] = []
    ) throws(ReaderAuthoritiesError) {
        var read: [ChainCertificate] = []
        for (index, root) in roots.enumerated() {
            guard let certificate = ChainCertificate(root), certificate.isSelfIssued, certificate.hasSigned(certificate),
                certificate.mayIssue(authoritiesBelow: 0) else {
                throw .unusableRoot(index)
            }
            read.append(certificate)
        }
        self.roots = read
        self.providers = providers
        believers = Self.believers(of: read, broughtBy: providers)
        var lists: [ReaderRevocationList] = []
        for (index, encoded) in revocationLists.enumerated() {
            guard let list = ReaderRevocationList(encoded, signedByOneOf: read) else { throw .unusableRevocationList(index) }
            lists.append(list)
        }
        revocation = ReaderRevocation(lists)
    }

    /// The same authorities with other revocation lists.
    func with(_ revocationLists: [ReaderRevocationList]) -> ReaderAuthorities {
        var authorities = self
        authorities.revocation = ReaderRevocation(revocationLists)
        return authorities
    }

    /// Those of the authorities that came with one of these providers, with all that is known about them.
    func broughtBy(_ names: Set<String>) -> ReaderAuthorities {
        var authorities = self
        authorities.roots = roots.filter { !(providers[$0.encoded] ?? []).isDisjoint(with: names) }
        return authorities
    }

    /// A root that was installed with one provider must not state the identifier that another one trusts, and of two that come with the same
    /// provider none the identifier that the other one states, or has.
    private static func believers(of roots: [ChainCertificate], broughtBy providers: [[UInt8]: Set<String>]) -> [[UInt8]: Set<String>] {
        var believers: [[UInt8]: Set<String>] = [:]
        for root in roots {
            guard let stated = root.statedKeyIdentifier, let own = providers[root.encoded] else { continue }
            let rivals = roots.filter { other in
                other.certificate.publicKey != root.certificate.publicKey
                    && (other.statedKeyIdentifier == stated || other.computedKeyIdentifiers.contains(stated))
            }
            believers[root.encoded] = own.subtracting(rivals.flatMap { providers[$0.encoded] ?? [] })
        }
        return believers
    }

    /// Names of the roots whose lists are all too old, so that they vouch for nobody.
    func silentRoots(at time: Date) -> [String] {
        roots.filter { !revocation.isFresh($0, at: time) }.map { "\($0.certificate.subject)" }
    }

    /// Key identifiers of the roots to which a chain leads, every signature, period and purpose on the way checked.
    ///
    /// A root is known by those computed from its key: anybody can state any identifier. To a provider that brought it along it is known by
    /// the one it states, too, unless another root that this provider brought states or has that one. What any certificate says about its
    /// issuer's identifier plays no part.
    ///
    /// - Parameters:
    ///   - chain: certificates as the request carries them, DER, the signer's first.
    ///   - time: the moment to judge by.
    ///   - provider: whose registrations are compared with them; nil for those that everybody knows.
    public func rootKeyIdentifiers(of chain: [[UInt8]], at time: Date, for provider: String? = nil) -> Set<[UInt8]> {
        keyIdentifiers(behind: chain, at: time).known(to: provider)
    }

    /// The same for all providers.
    func keyIdentifiers(behind chain: [[UInt8]], at time: Date) -> RootKeyIdentifiers { search(chain, at: time)?.found ?? RootKeyIdentifiers() }

    /// The root of the broker's own to which a chain leads, if it leads to one.
    func ownRoot(of chain: [[UInt8]], at time: Date) -> ChainCertificate? { search(chain, at: time)?.ownRoot }

    /// By which a root of the broker's own is known.
    func keyIdentifiers(of root: ChainCertificate) -> RootKeyIdentifiers {
        let stated: Set<[UInt8]> = root.statedKeyIdentifier.map { [$0] } ?? []
        let believing = believers[root.encoded] ?? []
        return RootKeyIdentifiers(
            computed: root.computedKeyIdentifiers, stated: Dictionary(uniqueKeysWithValues: believing.map { ($0, stated) }))
    }

    private func search(_ chain: [[UInt8]], at time: Date) -> Search? {
        guard let first = chain.first, let reader = ChainCertificate(first), reader.isReader, reader.isValid(at: time),
            !roots.contains(where: { $0.encoded == reader.encoded })
        else { return nil }
        let others = chain.dropFirst().compactMap(ChainCertificate.init).filter { $0.isValid(at: time) }
        var search = Search(
            others: others, roots: roots.filter { $0.isValid(at: time) }, revocation: revocation, time: time, signaturesLeft: Self.maximumSignatures,
            keyIdentifiers: { keyIdentifiers(of: $0) })
        search.extend([reader], upTo: Self.maximumLength)
        return search
    }
}

extension ReaderAuthorities {
    /// Goes every way from a reader's certificate up.
    private struct Search {
        let others: [ChainCertificate]
        let roots: [ChainCertificate]
        let revocation: ReaderRevocation
        let time: Date
        var signaturesLeft: Int
        /// By which one of the roots is known.
        let keyIdentifiers: (ChainCertificate) -> RootKeyIdentifiers
        var found = RootKeyIdentifiers()
        var ownRoot: ChainCertificate?

        init(
            others: [ChainCertificate], roots: [ChainCertificate], revocation: ReaderRevocation, time: Date, signaturesLeft: Int,
            keyIdentifiers: @escaping (ChainCertificate) -> RootKeyIdentifiers
        ) {
            self.others = others
            self.roots = roots
            self.revocation = revocation
            self.time = time
            self.signaturesLeft = signaturesLeft
            self.keyIdentifiers = keyIdentifiers
        }

        mutating func extend(_ path: [ChainCertificate], upTo length: Int) {
            guard let last = path.last else { return }
            for root in roots where leads(from: last, to: root, below: path.count - 1) {
                ownRoot = ownRoot ?? root
                found.formUnion(keyIdentifiers(root))
            }
            for other in others
            where !path.contains(where: { $0.encoded == other.encoded }) && leads(from: last, to: other, below: path.count - 1) {
                if other.isSelfIssued {
                    if spend(), other.hasSigned(other) { found.formUnion(RootKeyIdentifiers(computed: other.computedKeyIdentifiers)) }
                } else if path.count < length {
                    extend(path + [other], upTo: length)
                }
            }
        }

        private mutating func leads(from subject: ChainCertificate, to issuer: ChainCertificate, below count: Int) -> Bool {
            guard subject.names(issuer), issuer.mayIssue(authoritiesBelow: count), spend() else {
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
