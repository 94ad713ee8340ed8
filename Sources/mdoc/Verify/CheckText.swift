import DocumentTrust

/// One check as a sentence.
enum CheckText {
    /// Identifier, element and reason.
    static func sentence(_ check: CheckResult) -> String {
        "\(check.identifier.rawValue)\(subject(check)): \(check.reason ?? check.outcome.rawValue)"
    }

    /// Reason with the element it is about.
    static func reason(_ check: CheckResult) -> String {
        let reason = check.reason ?? check.outcome.rawValue
        guard let element = check.element else { return reason }
        return "\(element): \(reason)"
    }

    private static func subject(_ check: CheckResult) -> String {
        check.element.map { " (\($0))" } ?? ""
    }
}
