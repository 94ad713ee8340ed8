import ArgumentParser
import DocumentTrust
import MobileDocument

/// `mdoc trust list`
struct TrustListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Show whom a store trusts, for what, and why.")

    private struct Output: Encodable {
        struct List: Encodable {
            let provider: String
            let issueID: UInt64?
            let date: String
            let ageInDays: Int64
            let added: String
            let source: String?
            let isUsable: Bool
            let failures: [String]
            let authorities: [AnchorOutput]
        }

        let certificates: [AnchorOutput]
        let lists: [List]
    }

    @OptionGroup var store: StoreOptions
    @OptionGroup var time: MomentOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let moment = time.moment
        let contents: TrustStoreContents
        do { contents = try store.store.contents(at: moment) } catch { throw error.failure }
        let output = Output(
            certificates: contents.anchors.map { AnchorOutput($0.anchor, role: $0.role, added: $0.added) },
            lists: contents.lists.map { Self.output($0, at: moment) })
        guard !self.output.json else { return try Console.print(json: output) }
        try Console.print(Self.page(output))
    }

    private static func output(_ list: StoredTrustList, at time: Instant) -> Output.List {
        var failures: [String] = []
        if case .refused(let report) = list.result { failures = report.failures.map(CheckText.sentence) }
        return Output.List(
            provider: list.provider, issueID: list.issueID, date: list.date.description, ageInDays: list.age(at: time) / 86_400,
            added: list.added.description, source: list.source, isUsable: failures.isEmpty, failures: failures,
            authorities: list.anchors.map { AnchorOutput($0, role: .issuer) })
    }

    private static func page(_ output: Output) -> Page {
        var page = Page()
        if output.certificates.isEmpty, output.lists.isEmpty { page.line("The store is empty: it trusts nobody.", .yellow) }
        for (index, certificate) in output.certificates.enumerated() {
            if index > 0 { page.gap() }
            certificate.set(on: &page)
        }
        for list in output.lists {
            page.gap()
            let issue = list.issueID.map { " issue \($0)" } ?? ""
            page.line("List of \(list.provider),\(issue) of \(list.date), \(list.ageInDays) days old", .bold)
            if let source = list.source { page.line("from \(source)", .faint, indent: 2) }
            for failure in list.failures { page.line("✘ not used: \(failure)", .red, indent: 2) }
            for authority in list.authorities { page.entry(String(authority.sha256.prefix(16)), labelStyle: .faint, authority.subject, width: 16) }
        }
        return page
    }
}
