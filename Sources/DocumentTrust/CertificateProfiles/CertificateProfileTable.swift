/// The profiles as one table for people: a row for every rule, a column for every profile.
public enum CertificateProfileTable {
    /// Markdown. A cell says what breaking the rule costs; an empty one means that the profile has no such rule.
    public static var markdown: String {
        let profiles = CertificateProfile.all
        var rows: [(identifier: String, summary: String)] = []
        for rule in profiles.flatMap(\.rules) where !rows.contains(where: { $0 == (rule.identifier, rule.summary) }) {
            rows.append((rule.identifier, rule.summary))
        }
        var lines = [
            "| Rule | The certificate | " + profiles.map { "`\($0.name)`" }.joined(separator: " | ") + " |",
            "|---|---|" + profiles.map { _ in "---|" }.joined(),
        ]
        for row in rows.sorted(by: { $0.identifier < $1.identifier }) {
            let cells = profiles.map { profile in
                profile.rules.first { ($0.identifier, $0.summary) == row }.map { $0.severity == .refuse ? "refuse" : "warn" } ?? ""
            }
            lines.append("| `\(row.identifier)` | \(row.summary) | " + cells.joined(separator: " | ") + " |")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
