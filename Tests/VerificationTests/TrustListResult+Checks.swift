import DocumentTrust

extension TrustListResult {
    var report: VerificationReport {
        switch self {
        case .verified(let list): list.report
        case .refused(let report): report
        }
    }

    /// The names of the failed checks; nil where the list verified.
    var failures: [String]? {
        if case .refused(let report) = self { return report.failures.map(\.identifier.rawValue) }
        return nil
    }
}
