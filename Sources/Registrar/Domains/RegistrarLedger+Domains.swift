public import MobileDocument
public import NetworkAddressing

extension RegistrarLedger {
    /// Opens a challenge for each of several domains of a brand. One that was opened within the last day is given again, an older
    /// one is replaced; a proof stays until it ends. While the brand is not approved, a domain that is proven takes no other challenge before the last
    /// ``DomainProof/renewal`` of its proof. Asking again within the day therefore adds nothing to the ledger, unless the domain was removed in
    /// between, which ``maximumRemovals`` bounds, or was proven in between for a brand that a reviewer has approved.
    ///
    /// - Parameters:
    ///   - names: domains; with those the brand has, at most five, none twice, all under one registrable domain: the brand's own, once it has proven one.
    ///   - generator: the source of the tokens; cryptographically secure outside of tests.
    /// - Returns: what to publish, in the order of the names.
    /// - Throws: ``RegistrarError`` `registrar.brand.unknown`, `registrar.domain.name`, `registrar.domain.count`, `registrar.domain.root`, or
    ///   `registrar.domain.proven`.
    public mutating func challenge(
        _ names: [String], of identifier: String, at time: Instant, using generator: inout some RandomNumberGenerator
    ) throws(RegistrarError) -> [DomainChallenge] {
        var brand = try brand(identifier)
        try Self.checkCount(of: names)
        var challenges: [DomainChallenge] = []
        var opened: [String] = []
        var root = brand.registrableDomain
        for text in names {
            let (name, registrable) = try DomainName.normalized(text)
            try Self.checkRoot(of: name, registrable, under: root)
            root = registrable
            if let open = brand.domains[name]?.challenge, open.isRecent(at: time) {
                challenges.append(open)
                continue
            }
            try Self.checkNeed(of: name, for: brand, at: time)
            let challenge = DomainChallenge(domain: name, token: try .random(using: &generator), at: time)
            var proof = brand.domains[name] ?? DomainProof(challenge: challenge)
            proof.challenge = challenge
            brand.domains[name] = proof
            challenges.append(challenge)
            opened.append(name)
        }
        guard brand.domains.count <= Self.maximumDomains else {
            throw RegistrarError(.domainCount, "the brand would have \(brand.domains.count) domains", mend: "use at most \(Self.maximumDomains)")
        }
        brands[identifier] = brand
        if !opened.isEmpty { record(.challengeIssued, opened.joined(separator: " "), detail: identifier, at: time) }
        return challenges
    }

    /// Takes a domain from a brand, proven or waiting: its challenge is met no more, and no further certificate carries it. Those that are out go on
    /// saying what they say, and the brand stays under the registrable domain it has proven.
    ///
    /// - Throws: ``RegistrarError`` `registrar.brand.unknown`, `registrar.domain.unknown`, or `registrar.domain.removals` when somebody else than the
    ///   operator asks after ``maximumRemovals``.
    public mutating func removeDomain(
        _ domain: String, of identifier: String, as actor: Principal? = nil, at time: Instant
    ) throws(RegistrarError) {
        var brand = try brand(identifier)
        guard brand.domains.removeValue(forKey: domain.lowercased()) != nil else {
            throw RegistrarError(.domainUnknown, "\"\(domain)\" is not a domain of the brand", mend: "see what domains it has")
        }
        let removals = audit.count { $0.event == .domainRemoved && $0.detail == identifier }
        guard removals < Self.maximumRemovals || actor == .operator else {
            throw RegistrarError(
                .domainRemovals, "domains were removed from the brand \(removals) times", mend: "ask the registrar's operator, who can remove more")
        }
        brands[identifier] = brand
        record(.domainRemoved, domain.lowercased(), detail: identifier, by: actor, at: time)
    }

    private static func checkRoot(of name: String, _ registrable: String, under root: String?) throws(RegistrarError) {
        guard let root, root != registrable else { return }
        throw RegistrarError(
            .domainRoot, "\"\(name)\" does not lie under \(root)",
            mend: "give domains under one registrable domain; a brand stays under the one it proved first, so make another brand for another")
    }

    /// Every proof is recorded, so a brand that nobody has approved makes none again while it needs none.
    private static func checkNeed(of name: String, for brand: Brand, at time: Instant) throws(RegistrarError) {
        guard brand.review != .approved, let proof = brand.domains[name], proof.isLasting(at: time) else { return }
        throw RegistrarError(
            .domainProven, "\"\(name)\" is proven already, and the brand \"\(brand.identifier)\" is \(brand.review.word)",
            mend: "leave it out; it is proven again once the brand is approved, or in the last \(DomainProof.renewal / 86_400) days of its proof")
    }

    /// Before anything is done for any of them.
    private static func checkCount(of names: [String]) throws(RegistrarError) {
        guard (1...maximumDomains).contains(names.count) else {
            throw RegistrarError(.domainCount, "\(names.count) domains are given", mend: "give one to \(maximumDomains)")
        }
        guard Set(names.map { $0.lowercased() }).count == names.count else {
            throw RegistrarError(.domainCount, "a domain is given twice", mend: "give each once; case does not matter")
        }
    }

    /// Proves a domain by the texts a resolver found in the challenge's TXT record.
    public mutating func confirm(_ domain: String, of identifier: String, texts: [String], at time: Instant) throws(RegistrarError) {
        try openChallenge(domain, of: identifier).check(texts: texts, at: time)
        try prove(domain, of: identifier, by: "TXT record", at: time)
    }

    /// Proves a domain by the file that was fetched from it.
    public mutating func confirm(
        _ domain: String, of identifier: String, file: FetchedFile, profile: NetworkProfile = .production, at time: Instant
    ) throws(RegistrarError) {
        try openChallenge(domain, of: identifier).check(file, profile: profile, at: time)
        try prove(domain, of: identifier, by: "file from \(file.address)", at: time)
    }

    /// The challenge that is open for a domain.
    public func openChallenge(_ domain: String, of identifier: String) throws(RegistrarError) -> DomainChallenge {
        guard let challenge = try brand(identifier).domains[domain.lowercased()]?.challenge else {
            throw RegistrarError(.challengeUnknown, "no challenge is open for \"\(domain)\"", mend: "ask for one first")
        }
        return challenge
    }

    private mutating func prove(_ domain: String, of identifier: String, by way: String, at time: Instant) throws(RegistrarError) {
        var brand = try brand(identifier)
        // Another root may have been proven while this one waited.
        let (name, registrable) = try DomainName.normalized(domain)
        try Self.checkRoot(of: name, registrable, under: brand.registrableDomain)
        brand.domains[name]?.prove(at: time)
        brand.registrableDomain = registrable
        brands[identifier] = brand
        record(.domainProven, name, detail: "\(identifier), \(way)", at: time)
    }
}
