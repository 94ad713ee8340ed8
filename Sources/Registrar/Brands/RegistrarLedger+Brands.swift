public import MobileDocument

extension RegistrarLedger {
    /// Puts a brand before the reviewers. One that was refused may be submitted again.
    ///
    /// - Throws: ``RegistrarError`` `registrar.queue.full` when ``maximumWaitingBrands`` wait already.
    public mutating func submit(_ brand: Brand, at time: Instant) throws(RegistrarError) {
        guard waitingBrands.count < Self.maximumWaitingBrands else {
            throw RegistrarError(.queueFull, "\(waitingBrands.count) brands wait for a reviewer", mend: "try again when some are reviewed")
        }
        if let known = brands[brand.identifier] {
            guard case .refused = known.review else {
                throw RegistrarError(.brandIdentifier, "there is a brand \"\(brand.identifier)\" already", mend: "choose another identifier")
            }
        }
        brands[brand.identifier] = brand
        record(.brandSubmitted, brand.identifier, at: time)
    }

    /// The brands that wait for a reviewer, by identifier.
    public var waitingBrands: [Brand] { brands.values.filter { $0.review == .submitted }.sorted { $0.identifier < $1.identifier } }

    /// Approves a submitted brand.
    public mutating func approveBrand(_ identifier: String, at time: Instant) throws(RegistrarError) {
        try conclude(identifier, .approved)
        record(.brandApproved, identifier, at: time)
    }

    /// Refuses a submitted brand, or takes an approval back: no further certificate is issued for it. Those it has are withdrawn
    /// one by one with ``revoke(_:_:at:)``.
    public mutating func refuseBrand(_ identifier: String, _ rejection: Rejection, at time: Instant) throws(RegistrarError) {
        try conclude(identifier, .refused(rejection))
        record(.brandRefused, identifier, detail: "\(rejection.part.rawValue): \(rejection.reason)", at: time)
    }

    private mutating func conclude(_ identifier: String, _ review: Review) throws(RegistrarError) {
        var brand = try brand(identifier)
        guard brand.review.canBecome(review) else {
            throw RegistrarError(.reviewOver, "the review of the brand \"\(identifier)\" is over: \(brand.review.word)", mend: "submit it again")
        }
        brand.review = review
        brands[identifier] = brand
    }
}
