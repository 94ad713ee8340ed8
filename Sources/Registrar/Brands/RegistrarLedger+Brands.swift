public import MobileDocument

extension RegistrarLedger {
    /// Puts a new brand before the reviewers.
    ///
    /// - Throws: ``RegistrarError`` `registrar.brand.identifier` when there is a brand of that identifier, `registrar.queue.full` when
    ///   ``maximumWaitingBrands`` wait already.
    public mutating func submit(_ brand: Brand, at time: Instant) throws(RegistrarError) {
        guard brands[brand.identifier] == nil else {
            throw RegistrarError(
                .brandIdentifier, "there is a brand \"\(brand.identifier)\" already", mend: "choose another identifier, or submit your own brand again")
        }
        try checkBrandQueue()
        brands[brand.identifier] = brand
        record(.brandSubmitted, brand.identifier, at: time)
    }

    /// Puts a brand before the reviewers again: one that was refused, or one that waits, in the place of which it then waits. Its domains stay, and
    /// the registrable domain it is tied to. Under another name or country its forms and applications that were approved wait again as well, and what
    /// rests on the applications is withdrawn: nobody approved either for whoever has that name.
    ///
    /// - Parameter actor: who submits it; named with what is withdrawn.
    /// - Throws: ``RegistrarError`` `registrar.brand.unknown`, `registrar.review.over` when the brand is approved, `registrar.brand.count` when it
    ///   was submitted ``maximumSubmissions`` times, `registrar.queue.full` when ``maximumWaitingBrands`` others wait already.
    public mutating func resubmit(_ brand: Brand, as actor: Principal? = nil, at time: Instant) throws(RegistrarError) {
        let known = try self.brand(brand.identifier)
        guard known.review != .approved else {
            throw RegistrarError(.reviewOver, "the brand \"\(brand.identifier)\" is approved as it is", mend: "submit another brand for another name or icon")
        }
        guard known.submission < Self.maximumSubmissions else {
            throw RegistrarError(
                .brandCount, "the brand \"\(brand.identifier)\" was submitted \(known.submission) times", mend: "wait for the review, or submit another brand")
        }
        if known.review != .submitted { try checkBrandQueue() }
        var next = brand
        next.submission = known.submission + 1
        next.domains = known.domains
        next.registrableDomain = known.registrableDomain
        var ledger = self
        ledger.brands[brand.identifier] = next
        ledger.record(.brandSubmitted, brand.identifier, detail: "submission \(next.submission)", at: time)
        if next.name != known.name || next.country != known.country {
            ledger.reopenForms(of: brand.identifier, at: time)
            try ledger.reopenApplications(of: brand.identifier, as: actor, at: time)
        }
        self = ledger
    }

    private func checkBrandQueue() throws(RegistrarError) {
        let waiting = brands.values.count { $0.review == .submitted }
        guard waiting < Self.maximumWaitingBrands else {
            throw RegistrarError(.queueFull, "\(waiting) brands wait for a reviewer", mend: "try again when some are reviewed")
        }
    }

    /// The brands that wait for a reviewer, by identifier.
    public var waitingBrands: [Brand] { brands.values.filter { $0.review == .submitted }.sorted { $0.identifier < $1.identifier } }

    /// Approves a submitted brand that has proven a domain: the brand is tied to that, and the reviewer sees it.
    ///
    /// - Parameters:
    ///   - submission: which submission of the brand was looked at, by ``Brand/submission``: another may have taken its place.
    ///   - iconDigest: SHA-256 in hexadecimal of the icon that was looked at, since that is fetched by itself: it must be ``Brand/iconDigest``.
    ///   - actor: who decides.
    /// - Throws: ``RegistrarError`` `registrar.review.changed` when another submission waits, `registrar.review.icon` when it has another icon,
    ///   `registrar.domain.notProven` when no domain is proven, `registrar.review.over`, `registrar.brand.unknown`.
    public mutating func approveBrand(
        _ identifier: String, submission: Int = 1, iconDigest: String, as actor: Principal? = nil, at time: Instant
    ) throws(RegistrarError) {
        let brand = try brand(identifier, becoming: .approved, submission)
        guard brand.iconDigest == iconDigest.lowercased() else {
            throw RegistrarError(
                .reviewIcon, "the icon of submission \(submission) of the brand \"\(identifier)\" is not the one that was looked at",
                mend: "look at the icon that waits, and decide by that one")
        }
        try brand.checkAnyDomain(at: time)
        brands[identifier]?.review = .approved
        record(.brandApproved, identifier, detail: "submission \(submission)", by: actor, at: time)
    }

    /// Refuses a submitted brand, or takes an approval back: no further certificate is issued for it. Those it has are withdrawn
    /// one by one with ``revoke(_:_:as:at:)``. The icon of a brand for which nothing was issued goes; submitted again, it brings one.
    ///
    /// - Parameters:
    ///   - submission: which submission of the brand was looked at; of no account where an approval is taken back.
    ///   - actor: who decides.
    /// - Throws: ``RegistrarError`` `registrar.review.changed` when another submission waits, `registrar.review.over`, `registrar.brand.unknown`.
    public mutating func refuseBrand(
        _ identifier: String, _ rejection: Rejection, submission: Int = 1, as actor: Principal? = nil, at time: Instant
    ) throws(RegistrarError) {
        _ = try brand(identifier, becoming: .refused(rejection), submission)
        brands[identifier]?.review = .refused(rejection)
        forgetUnusedIcon(of: identifier)
        record(.brandRefused, identifier, detail: "\(rejection.part.rawValue): \(rejection.reason)", by: actor, at: time)
    }

    /// Anybody may submit a brand, so that of a refused one the outline is kept, and no picture unless something was issued that shows it.
    private mutating func forgetUnusedIcon(of identifier: String) {
        guard case .refused? = brands[identifier]?.review, !certificates.contains(where: { $0.brand == identifier }),
            !grants.contains(where: { $0.brand == identifier })
        else { return }
        brands[identifier]?.icon = nil
    }

    /// The brand, of which a review may be concluded so by who has looked at a submission.
    private func brand(_ identifier: String, becoming review: Review, _ submission: Int) throws(RegistrarError) -> Brand {
        let brand = try brand(identifier)
        guard brand.review.canBecome(review) else {
            throw RegistrarError(.reviewOver, "the review of the brand \"\(identifier)\" is over: \(brand.review.word)", mend: "submit it again")
        }
        guard brand.review != .submitted || brand.submission == submission else {
            throw RegistrarError(
                .reviewChanged, "submission \(brand.submission) of the brand \"\(identifier)\" waits, not submission \(submission)",
                mend: "look at it, and name that number")
        }
        return brand
    }
}
