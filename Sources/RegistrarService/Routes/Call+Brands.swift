import Hummingbird
import Registrar

extension Call {
    func registerBrand() async throws -> Answer {
        let registration: BrandRegistration = try decode()
        let brand = try registration.submission.brand(registration.id)
        let time = parts.now()
        try await state.rehearse(adding: registration.submission.icon.count) { (ledger) throws(RegistrarError) in try ledger.submit(brand, at: time) }
        let (ledger, token) = try await state.change(within: .applicants) { (ledger) throws(RegistrarError) in
            try ledger.submit(brand, at: time)
            var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
            let token = try ledger.issueToken(to: .applicant(brand.identifier), at: time, using: &generator)
            return (ledger, token)
        }
        var answer = try Answer.json(RegistrationAnswer(brand: BrandAnswer(brand, in: ledger, at: time), token: token.text))
        answer.headers[.location] = "/v1/brands/\(brand.identifier)"
        return answer
    }

    func listBrands() async throws -> Answer {
        let ledger = try await state.ledger()
        return try .json(BrandsAnswer(brands: ledger.brands.values.sorted { $0.identifier < $1.identifier }.map(BrandSummary.init)))
    }

    func readBrand() async throws -> Answer {
        let ledger = try await state.ledger()
        return try .json(BrandAnswer(ledger.brand(brand), in: ledger, at: parts.now()))
    }

    func submitBrand() async throws -> Answer {
        let submission: BrandSubmission = try decode()
        let brand = try submission.brand(brand)
        let (time, who) = (parts.now(), principal)
        // What it grows by is not known: the icon may take the place of another one.
        try await state.rehearse(adding: 0) { (ledger) throws(RegistrarError) in try ledger.resubmit(brand, as: who, at: time) }
        let ledger = try await state.change(within: .applicants) { (ledger) throws(RegistrarError) in
            try ledger.resubmit(brand, as: who, at: time)
            return ledger
        }
        return try .json(BrandAnswer(ledger.brand(brand.identifier), in: ledger, at: time))
    }

    func readIcon() async throws -> Answer {
        guard let icon = try await state.ledger().brand(brand).icon else { throw Problem(.path, "the icon went when the brand was refused") }
        return Answer(content: icon.png, mediaType: "image/png")
    }

    /// Before a person approved the brand, the applicant proves its domains, and can do nothing else that costs anybody anything.
    func requireApprovedBrand() async throws {
        let brand = try await state.ledger().brand(brand)
        guard brand.review == .approved else {
            throw RegistrarError(
                .brandNotApproved, "the brand \"\(brand.identifier)\" is \(brand.review.word), not approved", mend: "wait for the review, or submit it again")
        }
    }

    /// A brand proves its domains while it waits, since it is reviewed with them. How often one that was refused waits again is bounded.
    @discardableResult
    func requireUnrefusedBrand() async throws -> Brand {
        let brand = try await state.ledger().brand(brand)
        guard case .refused = brand.review else { return brand }
        throw RegistrarError(.brandNotApproved, "the brand \"\(brand.identifier)\" is refused", mend: "submit it again, then prove its domains")
    }
}
