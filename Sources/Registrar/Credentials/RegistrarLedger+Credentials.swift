public import MobileDocument

extension RegistrarLedger {
    /// Gives a token to an applicant, a developer or a reviewer; one they had before counts no longer.
    ///
    /// - Throws: ``RegistrarError`` `registrar.brand.unknown`, `registrar.developer.name`, `registrar.developer.count` or `registrar.reviewer.name`.
    public mutating func issueToken(
        to holder: TokenHolder, at time: Instant, using generator: inout some RandomNumberGenerator
    ) throws(RegistrarError) -> AccessToken {
        let subject: String
        switch holder {
        case .applicant(let identifier): subject = try "brand \(brand(identifier).identifier)"
        case .developer(let name, let identifier):
            subject = "developer \(name) of brand \(try brand(identifier).identifier)"
            try checkDeveloper(name, of: identifier)
        case .reviewer(let name):
            guard Label.isLabel(name) else {
                throw RegistrarError(.reviewerName, "\"\(name)\" is not a name for a reviewer", mend: "use 1 to \(Label.maximum) letters, digits and dashes")
            }
            subject = "reviewer \(name)"
        }
        let token = AccessToken(using: &generator)
        credentials.removeAll { $0.holder == holder }
        credentials.append(Credential(holder, token))
        record(.tokenIssued, subject, at: time)
        return token
    }

    /// Whoever a token was given to, of those who come into question; nil if it is none of theirs.
    public func holder(ofToken text: String, among isEligible: (TokenHolder) -> Bool) -> TokenHolder? {
        credentials.first { isEligible($0.holder) && $0.matches(text) }?.holder
    }

    private func checkDeveloper(_ name: String, of identifier: String) throws(RegistrarError) {
        guard Label.isLabel(name) else {
            throw RegistrarError(.developerName, "\"\(name)\" is not a name for a developer", mend: "use 1 to \(Label.maximum) letters, digits and dashes")
        }
        let others = credentials.count { credential in
            guard case .developer(let other, brand: identifier) = credential.holder else { return false }
            return other != name
        }
        guard others < Self.maximumDevelopers else {
            throw RegistrarError(.developerCount, "the account has \(others) developers", mend: "let some share one token, or register another brand")
        }
    }
}
