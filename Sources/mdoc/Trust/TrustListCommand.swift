import ArgumentParser
import DocumentTrust
import MobileDocument

/// `mdoc trust list`
struct TrustListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Show whom a store trusts, for what, and why.")

    private struct Output: Encodable {
        struct List: Encodable {
            let kind: TrustListKind
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

        struct Distrusted: Encodable {
            let sha256: String
            let subject: String?
            let reason: String
            let since: String
            /// Lists that name it all the same.
            let namedBy: [String]
        }

        let certificates: [AnchorOutput]
        let lists: [List]
        let distrusted: [Distrusted]
    }

    @OptionGroup var store: StoreOptions
    @OptionGroup var revocation: RevocationListOptions
    @OptionGroup var time: MomentOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let moment = time.moment
        let contents: TrustStoreContents
        let revocationLists = try revocation.lists(in: store.store, at: moment)
        do { contents = try store.store.contents(at: moment, revocationLists: revocationLists) } catch { throw error.failure }
        let output = Output(
            certificates: contents.anchors.map { AnchorOutput($0.anchor, role: $0.role, added: $0.added) },
            lists: contents.lists.map { list in
                Self.output(list, at: moment, list.anchors.filter { !contents.isDistrusted($0.certificate) }.map { AnchorOutput($0, role: .issuer) })
            }
                + contents.readerLists.map { list in
                    let entries = list.list.map { list in list.entries.map { ($0, list) } } ?? []
                    return Self.output(list, at: moment, entries.filter { !contents.isDistrusted($0.0.certificate) }.map { AnchorOutput($0, of: $1) })
                },
            distrusted: contents.distrusted.map { Self.output($0, of: contents) })
        guard !self.output.json else { return try Console.print(json: output) }
        try Console.print(Self.page(output))
    }

    private static func output(_ authority: DistrustedAuthority, of contents: TrustStoreContents) -> Output.Distrusted {
        let naming = contents.lists.compactMap(\.list).filter { $0.certificates.contains(where: authority.isAuthority) }.map(\.provider)
            + contents.readerLists.compactMap(\.list).filter { $0.certificates.contains(where: authority.isAuthority) }.map(\.provider)
        return Output.Distrusted(
            sha256: Hexadecimal.text(authority.fingerprint), subject: authority.subject, reason: authority.reason,
            since: authority.since.description, namedBy: naming)
    }

    private static func output<List>(_ list: StoredTrustList<List>, at time: Instant, _ authorities: [AnchorOutput]) -> Output.List {
        var failures: [String] = []
        if case .refused(let report) = list.result { failures = report.failures.map(CheckText.sentence) }
        return Output.List(
            kind: List.kind, provider: list.provider, issueID: list.issueID, date: list.date.description,
            ageInDays: list.age(at: time) / 86_400, added: list.added.description, source: list.source, isUsable: failures.isEmpty,
            failures: failures, authorities: authorities)
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
            page.line("\(list.kind == .vical ? "List" : "List of readers' authorities") of \(list.provider),\(issue) of \(list.date), \(Int(list.ageInDays).counted("day", "days")) old", .bold)
            if let source = list.source { page.line("from \(source)", .faint, indent: 2) }
            for failure in list.failures { page.line("✘ not used: \(failure)", .red, indent: 2) }
            for authority in list.authorities { page.entry(String(authority.sha256.prefix(16)), labelStyle: .faint, authority.subject, width: 16) }
        }
        for authority in output.distrusted {
            page.gap()
            page.line("✘ distrusted: \(authority.subject ?? authority.sha256)", .red)
            page.entry("sha256", labelStyle: .faint, authority.sha256, width: 11)
            page.entry("because", labelStyle: .faint, authority.reason, width: 11)
            page.entry("since", labelStyle: .faint, authority.since, width: 11)
            if !authority.namedBy.isEmpty { page.entry("named by", labelStyle: .faint, authority.namedBy.joined(separator: ", "), width: 11) }
        }
        return page
    }
}
