import DocumentTrust
import MobileDocument

/// What became of a VICAL, for people or as JSON.
struct VICALSummary {
    private struct Output: Encodable {
        struct Check: Encodable {
            let id: String
            let outcome: CheckOutcome
            let reason: String?
        }

        struct Entry: Encodable {
            let authority: AnchorOutput
            let issuingAuthority: String?
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

    private let list: VerifiedVICAL?
    private let report: VerificationReport

    init(_ result: VICALVerification.Result) {
        switch result {
        case .verified(let list): (self.list, report) = (list, list.report)
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
            entries: list.map { list in
                zip(list.entries, list.anchors).map { .init(authority: AnchorOutput($1, role: .issuer), issuingAuthority: $0.issuingAuthority) }
            } ?? [],
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

    private func set(_ list: VerifiedVICAL, on page: inout Page) {
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
            let types = entry.docTypes.map(\.rawValue).sorted().joined(separator: ", ")
            page.line(entry.certificate.subject, indent: 2)
            page.entry("sha256", labelStyle: .faint, Hexadecimal.text(entry.certificate.fingerprint), indent: 4, width: width)
            page.entry("for", labelStyle: .faint, types, indent: 4, width: width)
        }
        for entry in list.dropped { page.line("✘ entry \(entry.position): \(entry.fault)", .yellow, indent: 2) }
    }
}
