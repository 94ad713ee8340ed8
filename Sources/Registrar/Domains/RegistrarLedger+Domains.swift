public import MobileDocument
public import NetworkAddressing

extension RegistrarLedger {
    /// Opens a challenge for each of several domains of a brand; one that is open already is replaced, a proof stays until it
    /// ends.
    ///
    /// - Parameters:
    ///   - names: domains; with those the brand has, at most five, all under one registrable domain.
    ///   - generator: the source of the tokens; cryptographically secure outside of tests.
    /// - Returns: what to publish, in the order of the names.
    public mutating func challenge(
        _ names: [String], of identifier: String, at time: Instant, using generator: inout some RandomNumberGenerator
    ) throws(RegistrarError) -> [DomainChallenge] {
        var brand = try brand(identifier)
        guard !names.isEmpty else { throw RegistrarError(.domainCount, "no domain is given", mend: "give one to \(Self.maximumDomains)") }
        var challenges: [DomainChallenge] = []
        for text in names {
            let (name, registrable) = try DomainName.normalized(text)
            guard brand.registrableDomain == nil || brand.registrableDomain == registrable else {
                throw RegistrarError(
                    .domainRoot, "\"\(name)\" does not lie under \(brand.registrableDomain ?? "")",
                    mend: "a brand has domains under one registrable domain; make another brand for this one")
            }
            brand.registrableDomain = registrable
            let challenge = DomainChallenge(domain: name, token: try .random(using: &generator), at: time)
            var proof = brand.domains[name] ?? DomainProof(challenge: challenge)
            proof.challenge = challenge
            brand.domains[name] = proof
            challenges.append(challenge)
        }
        guard brand.domains.count <= Self.maximumDomains else {
            throw RegistrarError(.domainCount, "the brand would have \(brand.domains.count) domains", mend: "use at most \(Self.maximumDomains)")
        }
        brands[identifier] = brand
        for challenge in challenges { record(.challengeIssued, challenge.domain, detail: identifier, at: time) }
        return challenges
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
        brand.domains[domain.lowercased()]?.prove(at: time)
        brands[identifier] = brand
        record(.domainProven, domain.lowercased(), detail: "\(identifier), \(way)", at: time)
    }
}
