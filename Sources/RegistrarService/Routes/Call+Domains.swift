import Hummingbird
import Registrar

extension Call {
    func challengeDomains() async throws -> Answer {
        let request: DomainsRequest = try decode()
        try await requireApprovedBrand()
        let (identifier, time) = (brand, parts.now())
        let challenges = try await state.change(within: .applicants) { (ledger) throws(RegistrarError) in
            var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
            return try ledger.challenge(request.domains, of: identifier, at: time, using: &generator)
        }
        return try .json(ChallengesAnswer(challenges: challenges.map(ChallengeAnswer.init)))
    }

    func removeDomain() async throws -> Answer {
        try await requireApprovedBrand()
        let (identifier, domain, time, who) = (brand, parameter("domain"), parts.now(), principal)
        let ledger = try await state.change(within: .applicants) { (ledger) throws(RegistrarError) in
            try ledger.removeDomain(domain, of: identifier, as: who, at: time)
            return ledger
        }
        return try .json(BrandAnswer(ledger.brand(identifier), in: ledger, at: time))
    }

    func checkDomain() async throws -> Answer {
        let check: DomainCheck = try decode()
        try await requireApprovedBrand()
        return try await parts.domainChecks.hold(brand) { try await look(by: check.method) }
    }

    private func look(by method: DomainCheck.Method) async throws -> Answer {
        let (identifier, domain) = (brand, parameter("domain").lowercased())
        let challenge = try await state.ledger().openChallenge(domain, of: identifier)
        let prover = parts.prover
        // The look takes its time, so the clock is read after it, and the challenge that is then open must be the one.
        switch method {
        case .txt:
            let texts = try await prover.texts(for: challenge)
            let time = parts.now()
            try await state.change(within: .applicants) { (ledger) throws(RegistrarError) in
                try ledger.confirm(domain, of: identifier, texts: texts, at: time)
            }
        case .file:
            let file = try await prover.file(for: challenge)
            let time = parts.now()
            try await state.change(within: .applicants) { (ledger) throws(RegistrarError) in
                try ledger.confirm(domain, of: identifier, file: file, profile: prover.profile, at: time)
            }
        }
        guard let proof = try await state.ledger().brands[identifier]?.domains[domain] else { throw Problem(.path) }
        return try .json(DomainAnswer(domain, proof, at: parts.now()))
    }

    func fileForm() async throws -> Answer {
        let filing: FormFiling = try decode()
        let form = try filing.form()
        try await requireApprovedBrand()
        let (identifier, time) = (brand, parts.now())
        let filed = try await state.change(within: .applicants) { (ledger) throws(RegistrarError) in
            let number = try ledger.file(form, for: identifier, at: time)
            return try ledger.form(number)
        }
        return try .json(FormAnswer(filed))
    }
}
