import DocumentTrust
import MobileDocument

/// What became of a signed list, VICAL or RICAL, for people or as JSON.
struct TrustListSummary {
    /// An authority of the list.
    struct Entry: Encodable {
        let authority: AnchorOutput
        var issuingAuthority: String?
        var name: String?
        var isTrustAnchor: Bool?
        /// Names of what its trust constraints say; nil where it has none.
        var constraints: [[String]]?
    }

    private struct Output: Encodable {
        struct Check: Encodable {
            let id: String
            let outcome: CheckOutcome
            let reason: String?
        }

        struct Dropped: Encodable {
            let position: Int
            let code: String
            let reason: String
        }

        let verified: Bool
        let provider: String?
        let issueID: UInt64?
        let date: String?
        let nextUpdate: String?
        let notAfter: String?
        let url: String?
        let signer: String?
        let entries: [Entry]
        let dropped: [Dropped]
        let checks: [Check]
    }

    private let list: (any VerifiedTrustList)?
    private let entries: [Entry]
    private let report: VerificationReport

    init(_ result: TrustListResult<VerifiedVICAL>) {
        self.init(result) { list in
            zip(list.entries, list.anchors).map { Entry(authority: AnchorOutput($1, role: .issuer), issuingAuthority: $0.issuingAuthority) }
        }
    }

    init(_ result: TrustListResult<VerifiedRICAL>) {
        self.init(result) { list in
            list.entries.map { entry in
                Entry(
                    authority: AnchorOutput(entry, of: list), name: entry.name, isTrustAnchor: entry.isTrustAnchor,
                    constraints: entry.constraints.isEmpty ? nil : entry.constraints.map { $0.members.keys.sorted() })
            }
        }
    }

    private init<List>(_ result: TrustListResult<List>, entries: (List) -> [Entry]) {
        switch result {
        case .verified(let list): (self.list, self.entries, report) = (list, entries(list), list.report)
        case .refused(let report): (list, self.entries, self.report) = (nil, [], report)
        }
    }

    /// Prints it.
    func print(_ options: OutputOptions, at time: Instant) throws {
        if options.json { try Console.print(json: output) } else { try Console.print(page(at: time)) }
    }

    private var output: Output {
        Output(
            verified: list != nil, provider: list?.provider, issueID: list?.issueID, date: list?.date.description,
            nextUpdate: list?.nextUpdate?.description, notAfter: list?.notAfter?.description, url: list?.url, signer: list?.signer.subject,
            entries: entries,
            dropped: list?.dropped.map { .init(position: $0.position, code: $0.fault.code, reason: $0.fault.description) } ?? [],
            checks: report.checks.map { .init(id: $0.identifier.rawValue, outcome: $0.outcome, reason: $0.reason) })
    }

    private func page(at time: Instant) -> Page {
        var page = Page()
        if let list {
            page.line("✔ verified, judged at \(time)", .green)
            set(list, on: &page)
        } else {
            page.line("✘ refused, judged at \(time)", .red)
        }
        ChecksPage.set(report.checks, title: "Checks of the list", on: &page)
        return page
    }

    private func set(_ list: any VerifiedTrustList, on page: inout Page) {
        let width = 9
        page.entry("provider", labelStyle: .faint, list.provider, width: width)
        if let issueID = list.issueID { page.entry("issue", labelStyle: .faint, "\(issueID)", width: width) }
        page.entry("made", labelStyle: .faint, list.date.description, width: width)
        if let nextUpdate = list.nextUpdate { page.entry("next due", labelStyle: .faint, nextUpdate.description, width: width) }
        if let notAfter = list.notAfter { page.entry("usable to", labelStyle: .faint, notAfter.description, width: width) }
        if let url = list.url { page.entry("from", labelStyle: .faint, url, width: width) }
        page.entry("signed by", labelStyle: .faint, list.signer.subject, width: width)
        page.gap()
        page.line("\(entries.count.counted("entry", "entries")), \(list.dropped.count) dropped", .bold)
        for entry in entries {
            page.line(entry.authority.subject, indent: 2)
            page.entry("sha256", labelStyle: .faint, entry.authority.sha256, indent: 4, width: width)
            page.entry("for", labelStyle: .faint, Self.purpose(of: entry), indent: 4, width: width)
            if entry.constraints != nil {
                page.entry("if", labelStyle: .faint, "a trust constraint holds; none is known here, so it vouches for nobody", indent: 4, width: width)
            }
        }
        for entry in list.dropped { page.line("✘ entry \(entry.position): \(entry.fault)", .yellow, indent: 2) }
    }

    private static func purpose(of entry: Entry) -> String {
        switch entry.isTrustAnchor {
        case nil: entry.authority.docTypes?.joined(separator: ", ") ?? "every document type"
        case true?: "readers, as a trust anchor"
        case false?: "readers, below a trust anchor of the list"
        }
    }
}
