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

    private struct List {
        let provider: String
        let issueID: UInt64?
        let date: Instant
        let nextUpdate: Instant?
        let notAfter: Instant?
        let url: String?
        let signer: SignerDescription
        let entries: [Entry]
        let dropped: [DroppedTrustListEntry]
    }

    private let list: List?
    private let report: VerificationReport

    init(_ result: VICALVerification.Result) {
        switch result {
        case .verified(let list):
            report = list.report
            self.list = List(
                provider: list.provider, issueID: list.issueID, date: list.date, nextUpdate: list.nextUpdate, notAfter: list.notAfter,
                url: list.url, signer: list.signer,
                entries: zip(list.entries, list.anchors).map { entry, anchor in
                    Entry(authority: AnchorOutput(anchor, role: .issuer), issuingAuthority: entry.issuingAuthority)
                }, dropped: list.dropped)
        case .refused(let report): (list, self.report) = (nil, report)
        }
    }

    init(_ result: RICALVerification.Result) {
        switch result {
        case .verified(let list):
            report = list.report
            self.list = List(
                provider: list.provider, issueID: list.issueID, date: list.date, nextUpdate: list.nextUpdate, notAfter: list.notAfter,
                url: list.url, signer: list.signer,
                entries: list.entries.map { entry in
                    Entry(
                        authority: AnchorOutput(entry, of: list), name: entry.name, isTrustAnchor: entry.isTrustAnchor,
                        constraints: entry.constraints.isEmpty ? nil : entry.constraints.map { $0.members.keys.sorted() })
                }, dropped: list.dropped)
        case .refused(let report): (list, self.report) = (nil, report)
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
            entries: list?.entries ?? [],
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

    private func set(_ list: List, on page: inout Page) {
        let width = 9
        page.entry("provider", labelStyle: .faint, list.provider, width: width)
        if let issueID = list.issueID { page.entry("issue", labelStyle: .faint, "\(issueID)", width: width) }
        page.entry("made", labelStyle: .faint, list.date.description, width: width)
        if let nextUpdate = list.nextUpdate { page.entry("next due", labelStyle: .faint, nextUpdate.description, width: width) }
        if let notAfter = list.notAfter { page.entry("usable to", labelStyle: .faint, notAfter.description, width: width) }
        if let url = list.url { page.entry("from", labelStyle: .faint, url, width: width) }
        page.entry("signed by", labelStyle: .faint, list.signer.subject, width: width)
        page.gap()
        page.line("\(list.entries.count) entries, \(list.dropped.count) dropped", .bold)
        for entry in list.entries {
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
