package import MobileDocument

/// Every check of a verification, in the order in which they were made.
public struct VerificationReport: Sendable, Hashable {
    /// The checks.
    public private(set) var checks: [CheckResult] = []
    /// Name of the profile that set the rules.
    public let profile: String

    package init(profile: String) {
        self.profile = profile
        checks.reserveCapacity(48)
    }

    /// True when no check failed.
    public private(set) var hasNoFailure = true

    /// The failed checks, each a reason for refusal.
    public var failures: [CheckResult] { checks.filter { $0.outcome == .failed } }

    /// The tolerated deviations.
    public var warnings: [CheckResult] { checks.filter { $0.outcome == .warning } }

    /// The outcomes recorded for a check.
    public func outcomes(of identifier: CheckIdentifier) -> [CheckOutcome] {
        checks.filter { $0.identifier == identifier }.map(\.outcome)
    }

    /// How many times a check was made, and how many times it passed.
    package func count(of identifier: CheckIdentifier) -> (all: Int, passed: Int) {
        var count = (all: 0, passed: 0)
        // By position, so that no result is copied to look at it.
        for index in checks.indices where checks[index].identifier == identifier {
            count.all += 1
            if checks[index].outcome == .passed { count.passed += 1 }
        }
        return count
    }

    package mutating func record(
        _ identifier: CheckIdentifier, _ outcome: CheckOutcome, document: Int? = nil, element: ElementReference? = nil,
        _ reason: @autoclosure () -> String? = nil
    ) {
        append(
            CheckResult(
                identifier: identifier, outcome: outcome, document: document, nameSpace: element?.nameSpace,
                element: element?.identifier, reason: outcome == .passed ? nil : reason()))
    }

    /// Records a pass, or a breach with the severity the profile gives it.
    package mutating func require(
        _ holds: Bool, _ identifier: CheckIdentifier, severity: RuleSeverity = .refuse, document: Int? = nil,
        element: ElementReference? = nil, _ reason: @autoclosure () -> String
    ) {
        record(identifier, holds ? .passed : severity.outcome, document: document, element: element, reason())
    }

    package mutating func append(contentsOf results: [CheckResult]) {
        for result in results { append(result) }
    }

    /// The one place where a result is added, so that `hasNoFailure` never disagrees with `checks`.
    private mutating func append(_ result: consuming CheckResult) {
        if result.outcome == .failed { hasNoFailure = false }
        checks.append(result)
    }
}
