import MobileDocument

/// What is approved is seen under domains that are proven: nobody approves a name, and learns later who asks under it.
extension Brand {
    /// Refuses where no domain is proven at a moment.
    func checkAnyDomain(at time: Instant) throws(RegistrarError) {
        guard domains.values.contains(where: { $0.isProven(at: time) }) else {
            throw RegistrarError(
                .domainNotProven, "no domain of the brand \"\(identifier)\" is proven at \(time)",
                mend: "have the applicant prove one, then look at the brand with it")
        }
    }

    /// Refuses where a domain is not proven at a moment, or there is none.
    func checkEveryDomain(at time: Instant) throws(RegistrarError) {
        try checkAnyDomain(at: time)
        let unproven = domains.filter { !$0.value.isProven(at: time) }.keys.sorted()
        guard unproven.isEmpty else {
            throw RegistrarError(
                .domainNotProven, "of the domains of the brand \"\(identifier)\" these are not proven at \(time): \(unproven.joined(separator: ", "))",
                mend: "have the applicant prove them or remove them")
        }
    }
}
