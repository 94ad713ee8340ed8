public import MobileDocument

extension RegistrarLedger {
    /// Gives a token to an applicant or a reviewer; one they had before counts no longer.
    ///
    /// - Throws: ``RegistrarError`` `registrar.brand.unknown` or `registrar.reviewer.name`.
    public mutating func issueToken(
        to holder: TokenHolder, at time: Instant, using generator: inout some RandomNumberGenerator
    ) throws(RegistrarError) -> AccessToken {
        let subject: String
        switch holder {
        case .applicant(let identifier): subject = try "brand \(brand(identifier).identifier)"
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

    /// Whether a text is the token of the applicant of a brand.
    public func isToken(_ text: String, ofApplicant identifier: String) -> Bool {
        credentials.contains { $0.holder == .applicant(identifier) && $0.matches(text) }
    }

    /// The reviewer whose token a text is; nil if it is none's.
    public func reviewer(withToken text: String) -> String? {
        for case (.reviewer(let name), let credential) in credentials.map({ ($0.holder, $0) }) where credential.matches(text) { return name }
        return nil
    }
}
