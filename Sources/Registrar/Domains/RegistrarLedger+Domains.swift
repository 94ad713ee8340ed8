public import MobileDocument
public import NetworkAddressing

extension RegistrarLedger {
    /// Opens a challenge for each of several domains of a brand. One that was opened within the last day is given again, an older
    /// one is replaced; a proof stays until it ends. Asking again and again therefore adds nothing to the ledger.
    ///
    /// - Parameters:
    ///   - names: domains; with those the brand has, at most five, none twice, all under one registrable domain.
    ///   - generator: the source of the tokens; cryptographically secure outside of tests.
    /// - Returns: what to publish, in the order of the names.
    public mutating func challenge(
        _ names: [String], of identifier: String, at time: Instant, using generator: inout some RandomNumberGenerator
    ) throws(RegistrarError) -> [DomainChallenge] {
        var brand = try brand(identifier)
        try Self.checkCount(of: names)
        var challenges: [DomainChallenge] = []
        var opened: [String] = []
        for text in names {
            let (name, registrable) = try DomainName.normalized(text)
            guard brand.registrableDomain == nil || brand.registrableDomain == registrable else {
                throw RegistrarError(
                    .domainRoot, "\"\(name)\" does not lie under \(brand.registrableDomain ?? "")",
                    mend: "a brand has domains under one registrable domain; make another brand for this one")
            }
            brand.registrableDomain = registrable
            if let open = brand.domains[name]?.challenge, open.isRecent(at: time) {
                challenges.append(open)
                continue
            }
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
        brand.domains[domain.lowercased()]?.prove(at: time)
        brands[identifier] = brand
        record(.domainProven, domain.lowercased(), detail: "\(identifier), \(way)", at: time)
    }
}
