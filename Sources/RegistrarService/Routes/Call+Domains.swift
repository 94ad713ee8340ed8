import Hummingbird
import MobileDocument
import Registrar

extension Call {
    func challengeDomains() async throws -> Answer {
        let request: DomainsRequest = try decode()
        try await requireUnrefusedBrand()
        let (identifier, time) = (brand, parts.now())
        if let open = try await openChallenges(request.domains, at: time) {
            return try .json(ChallengesAnswer(challenges: open.map(ChallengeAnswer.init)))
        }
        let challenges = try await state.change(within: .applicants) { (ledger) throws(RegistrarError) in
            var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
            return try ledger.challenge(request.domains, of: identifier, at: time, using: &generator)
        }
        return try .json(ChallengesAnswer(challenges: challenges.map(ChallengeAnswer.init)))
    }

    /// What is open already, where asking for it changes nothing: whoever registers may ask, and again, without having the ledger written. What is
    /// proven is refused here as well, while nobody has approved the brand.
    private func openChallenges(_ domains: [String], at time: Instant) async throws -> [DomainChallenge]? {
        let ledger = try await state.ledger()
        var asked = ledger
        var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
        let challenges = try asked.challenge(domains, of: brand, at: time, using: &generator)
        return asked.brands[brand]?.domains == ledger.brands[brand]?.domains ? challenges : nil
    }

    func removeDomain() async throws -> Answer {
        try await requireUnrefusedBrand()
        let (identifier, domain, time, who) = (brand, parameter("domain"), parts.now(), principal)
        try await state.rehearse(adding: 0) { (ledger) throws(RegistrarError) in
            try ledger.removeDomain(domain, of: identifier, as: who, at: time)
        }
        let ledger = try await state.change(within: .applicants) { (ledger) throws(RegistrarError) in
            try ledger.removeDomain(domain, of: identifier, as: who, at: time)
            return ledger
        }
        return try .json(BrandAnswer(ledger.brand(identifier), in: ledger, at: time))
    }

    func checkDomain() async throws -> Answer {
        let check: DomainCheck = try decode()
        let isApproved = try await requireUnrefusedBrand().review == .approved
        let root = try await state.ledger().openChallenge(parameter("domain"), of: brand).registrableDomain
        return try await parts.domainChecks.hold(brand, under: root, isApproved: isApproved) { try await look(by: check.method) }
    }

    private func look(by method: DomainCheck.Method) async throws -> Answer {
        let (identifier, domain) = (brand, parameter("domain").lowercased())
        // It may have been refused while it waited for its turn.
        try await requireUnrefusedBrand()
        let challenge = try await state.ledger().openChallenge(domain, of: identifier)
        let prover = parts.prover
        // The look takes its time, so the clock is read after it, and the challenge that is then open must be the one.
        switch method {
        case .txt:
            let texts = try await inTime(of: challenge) { try await prover.texts(for: challenge) }
            let time = parts.now()
            try await settle { (ledger) throws(RegistrarError) in try ledger.confirm(domain, of: identifier, texts: texts, at: time) }
        case .file:
            let file = try await inTime(of: challenge) { try await prover.file(for: challenge) }
            let time = parts.now()
            try await settle { (ledger) throws(RegistrarError) in
                try ledger.confirm(domain, of: identifier, file: file, profile: prover.profile, at: time)
            }
        }
        guard let proof = try await state.ledger().brands[identifier]?.domains[domain] else { throw Problem(.path) }
        return try .json(DomainAnswer(domain, proof, at: parts.now()))
    }

    /// What is found within the time that a look may take, which is broken off then: others wait for their turn.
    private func inTime<Found: Sendable>(of challenge: DomainChallenge, _ look: @escaping @Sendable () async throws -> Found) async throws -> Found {
        let seconds = parts.limits.lookSeconds
        let late = RegistrarError(
            .challengeUnreachable, "there was no answer for \(challenge.domain) within \(seconds) seconds",
            mend: "see that its name servers and its web server answer, then ask again")
        return try await Deadline(seconds: seconds).hold(late: late, look)
    }

    /// Keeps what was found, where it proves the domain: what does not is refused without a change, which reads and writes all of the ledger.
    private func settle(_ body: @escaping @Sendable (inout RegistrarLedger) throws(RegistrarError) -> Void) async throws {
        try await state.rehearse(adding: 0, body)
        try await state.change(within: .applicants, body)
    }

    func fileForm() async throws -> Answer {
        let filing: FormFiling = try decode()
        let form = try filing.form()
        try await requireApprovedBrand()
        let (identifier, time, tables) = (brand, parts.now(), parts.tables)
        let filed = try await state.change(within: .applicants) { (ledger) throws(RegistrarError) in
            let number = try ledger.file(form, for: identifier, tables: tables, at: time)
            return try ledger.form(number)
        }
        return try .json(FormAnswer(filed))
    }
}
