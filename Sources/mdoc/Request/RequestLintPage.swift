import RelyingParty

/// Lays out how a request stands to the rules of wallets.
enum RequestLintPage {
    private static let width = 29

    /// Sets one finding: its rule, what is wrong, and what to change.
    static func set(_ finding: RequestLintFinding, on page: inout Page) {
        let (mark, style) = ChecksPage.mark(finding.outcome)
        page.entry("\(mark) \(finding.rule.rawValue)", labelStyle: style, finding.reason ?? "", indent: 0, width: width)
        if let remedy = finding.remedy { page.entry("", "→ \(remedy)", .faint, indent: 0, width: width) }
    }
}
