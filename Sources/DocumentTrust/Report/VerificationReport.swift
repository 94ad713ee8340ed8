package import MobileDocument

/// Every check of a verification, in the order in which they were made.
public struct VerificationReport: Sendable, Hashable {
    /// A check in few bytes: most passed and say nothing more, and nobody may ever read them one by one.
    private struct Row: Sendable, Hashable {
        let identifier: CheckIdentifier
        let outcome: CheckOutcome
        /// Position of the document it is about, and what else it says among the details; -1 where there is none.
        let document: Int32
        let detail: Int32
    }

    /// What some checks say beside their outcome.
    private struct Detail: Sendable, Hashable {
        let element: ElementReference?
        let reason: String?
    }

    private var rows: [Row] = []
    private var details: [Detail] = []
    /// Name of the profile that set the rules.
    public let profile: String

    package init(profile: String) {
        self.profile = profile
        // Of one document with a few elements, as most answers are; as many details as one has that was handed in opened. Neither takes more than
        // a kilobyte, which is had quickly.
        rows.reserveCapacity(64)
        details.reserveCapacity(17)
    }

    /// The checks, put together when they are asked for.
    public var checks: [CheckResult] { rows.map(result) }

    /// True when no check failed.
    public private(set) var hasNoFailure = true

    /// The failed checks, each a reason for refusal.
    public var failures: [CheckResult] { results(with: .failed) }

    /// The tolerated deviations.
    public var warnings: [CheckResult] { results(with: .warning) }

    /// The outcomes recorded for a check.
    public func outcomes(of identifier: CheckIdentifier) -> [CheckOutcome] {
        rows.filter { $0.identifier == identifier }.map(\.outcome)
    }

    /// Whether mock data is refused for what it is. Under a profile for such data the same check refuses what an issuer signed, which is no mock.
    package var refusesMockData: Bool { !Self.mockProfiles.contains(profile) && outcomes(of: .dataMock).contains(.failed) }

    private static let mockProfiles = [SimulatorProfile().rules.profile, DeveloperDeviceProfile().rules.profile]

    /// How many times a check was made, and how many times it passed.
    package func count(of identifier: CheckIdentifier) -> (all: Int, passed: Int) {
        var count = (all: 0, passed: 0)
        for row in rows where row.identifier == identifier {
            count.all += 1
            if row.outcome == .passed { count.passed += 1 }
        }
        return count
    }

    /// Whether a check failed for a document, other than some.
    package func hasFailure(besides identifiers: [CheckIdentifier], document: Int) -> Bool {
        rows.contains { $0.outcome == .failed && $0.document == Int32(clamping: document) && !identifiers.contains($0.identifier) }
    }

    /// Whether a check was made of a document, and passed.
    package func hasPassed(_ identifier: CheckIdentifier, document: Int) -> Bool {
        rows.contains { $0.outcome == .passed && $0.document == Int32(clamping: document) && $0.identifier == identifier }
    }

    private func results(with outcome: CheckOutcome) -> [CheckResult] { rows.filter { $0.outcome == outcome }.map(result) }

    private func result(_ row: Row) -> CheckResult {
        let detail = row.detail < 0 ? nil : details[Int(row.detail)]
        return CheckResult(
            identifier: row.identifier, outcome: row.outcome, document: row.document < 0 ? nil : Int(row.document),
            nameSpace: detail?.element?.nameSpace, element: detail?.element?.identifier, reason: detail?.reason)
    }

    package mutating func record(
        _ identifier: CheckIdentifier, _ outcome: CheckOutcome, document: Int? = nil, element: ElementReference? = nil,
        _ reason: @autoclosure () -> String? = nil
    ) {
        let reason = outcome == .passed ? nil : reason()
        var detail: Int32 = -1
        if element != nil || reason != nil {
            detail = Int32(details.count)
            details.append(Detail(element: element, reason: reason))
        }
        // Rows are added here alone, so that `hasNoFailure` never disagrees with `checks`.
        if outcome == .failed { hasNoFailure = false }
        rows.append(Row(identifier: identifier, outcome: outcome, document: document.map { Int32(clamping: $0) } ?? -1, detail: detail))
    }

    /// Records a pass, or a breach with the severity the profile gives it.
    package mutating func require(
        _ holds: Bool, _ identifier: CheckIdentifier, severity: RuleSeverity = .refuse, document: Int? = nil,
        element: ElementReference? = nil, _ reason: @autoclosure () -> String
    ) {
        record(identifier, holds ? .passed : severity.outcome, document: document, element: element, reason())
    }
}
