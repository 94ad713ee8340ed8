import DocumentTrust
import MobileDocument
import TrustFetching

/// What a refresh came to, for people or as JSON.
struct RefreshSummary: Encodable {
    private struct Source: Encodable {
        let address: String
        let kind: ResourceKind
        let name: String
        /// `updated`, `unchanged`, `failed` or `pending`.
        let outcome: String
        let code: String?
        let reason: String?
        let issued: String?
        let ageInSeconds: Int64?
        let nextUpdate: String?
        let isOverdue: Bool
    }

    private let at: String
    private let leftOut: Int
    private let sources: [Source]

    init(_ reports: [SourceReport], leftOut: Int, at time: Instant) {
        at = time.description
        self.leftOut = leftOut
        sources = reports.map { Self.source($0, at: time) }
    }

    /// Whether anything could not be refreshed.
    var hasFailures: Bool { leftOut > 0 || sources.contains { $0.outcome == "failed" } }

    /// Prints it.
    func print(_ options: OutputOptions) throws {
        guard !options.json else { return try Console.print(json: self) }
        var page = Page()
        if sources.isEmpty { page.line("The store names no address to fetch from.", .yellow) }
        for source in sources { Self.set(source, on: &page) }
        if leftOut > 0 { page.line("! \(leftOut) more addresses were left out: there are too many", .yellow) }
        try Console.print(page)
    }

    private static func source(_ report: SourceReport, at time: Instant) -> Source {
        let (outcome, code, reason): (String, String?, String?) = switch report.outcome {
        case .pending: ("pending", nil, nil)
        case .updated: ("updated", nil, nil)
        case .unchanged: ("unchanged", nil, nil)
        case .failed(let code, let reason): ("failed", code, reason)
        }
        return Source(
            address: report.address, kind: report.kind, name: report.name, outcome: outcome, code: code, reason: reason,
            issued: report.issuedAt?.description, ageInSeconds: report.age(at: time), nextUpdate: report.nextUpdate?.description,
            isOverdue: report.nextUpdate.map { $0 < time } ?? false)
    }

    private static func set(_ source: Source, on page: inout Page) {
        let what = switch source.kind {
        case .issuerList: "List"
        case .readerList: "List of readers' authorities"
        default: "Revocation list"
        }
        page.line("\(what) of \(source.name)", .bold)
        let width = 11
        page.entry("address", labelStyle: .faint, source.address, width: width)
        switch source.outcome {
        case "failed": page.entry("outcome", labelStyle: .faint, "✘ \(source.reason ?? "") (\(source.code ?? ""))", .red, width: width)
        case "pending": page.entry("outcome", labelStyle: .faint, source.outcome, .yellow, width: width)
        default: page.entry("outcome", labelStyle: .faint, "✔ \(source.outcome)", .green, width: width)
        }
        let age = source.ageInSeconds.map { "\(AgeText.duration($0)), issued \(source.issued ?? "")" } ?? "nothing is held"
        page.entry("age", labelStyle: .faint, age, width: width)
        let next = source.nextUpdate.map { source.isOverdue ? "\($0), which is past" : $0 } ?? "not said"
        page.entry("next update", labelStyle: .faint, next, source.isOverdue ? .yellow : .plain, width: width)
    }
}
