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

    /// Whether a text is the token of the applicant of a brand.
    public func isToken(_ text: String, ofApplicant identifier: String) -> Bool {
        credentials.contains { $0.holder == .applicant(identifier) && $0.matches(text) }
    }

    /// The role in an account of whoever holds a token; nil if it is of no use there.
    public func role(withToken text: String, in identifier: String) -> AccountRole? {
        for credential in credentials where credential.matches(text) {
            switch credential.holder {
            case .applicant(identifier): return .holder
            case .developer(_, brand: identifier): return .developer
            default: continue
            }
        }
        return nil
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

    /// The reviewer whose token a text is; nil if it is none's.
    public func reviewer(withToken text: String) -> String? {
        for case (.reviewer(let name), let credential) in credentials.map({ ($0.holder, $0) }) where credential.matches(text) { return name }
        return nil
    }
}
