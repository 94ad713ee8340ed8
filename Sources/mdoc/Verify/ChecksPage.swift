import DocumentTrust

/// Lays out checks: those about the exchange, then those of each document; passed ones on few lines, the others each
/// with their sentence.
enum ChecksPage {
    private static let width = 27

    /// Sets all checks of a report.
    static func set(_ checks: [CheckResult], on page: inout Page) {
        let documents = Set(checks.compactMap(\.document)).sorted()
        set(checks.filter { $0.document == nil }, title: "Checks of the exchange", on: &page)
        for document in documents {
            set(checks.filter { $0.document == document }, title: "Checks of document \(document + 1)", on: &page)
        }
    }

    /// Sets checks under a title.
    static func set(_ checks: [CheckResult], title: String, on page: inout Page) {
        guard !checks.isEmpty else { return }
        page.gap()
        page.line(title, .bold)
        for (family, names) in passed(checks) { page.entry("✔ \(family)", labelStyle: .green, names, width: 14) }
        for check in checks where check.outcome != .passed {
            let (mark, style) = Self.mark(check.outcome)
            page.entry("\(mark) \(check.identifier.rawValue)", labelStyle: style, CheckText.reason(check), width: width)
        }
    }

    /// The sign of an outcome and its colour.
    static func mark(_ outcome: CheckOutcome) -> (String, Ink.Style) {
        switch outcome {
        case .passed: ("✔", .green)
        case .failed: ("✘", .red)
        case .warning: ("!", .yellow)
        case .unknown: ("?", .yellow)
        case .skipped: ("-", .faint)
        }
    }

    /// Passed checks by the first part of their name, in the order in which they were made.
    private static func passed(_ checks: [CheckResult]) -> [(family: String, names: String)] {
        var families: [(family: String, names: [String])] = []
        for name in checks.filter({ $0.outcome == .passed }).map(\.identifier.rawValue) {
            let family = String(name.prefix { $0 != "." })
            let member = String(name.dropFirst(family.count + 1))
            if let index = families.firstIndex(where: { $0.family == family }) {
                families[index].names.append(member)
            } else {
                families.append((family, [member]))
            }
        }
        return families.map { ($0.family, counted($0.names).joined(separator: ", ")) }
    }

    /// Each name once, in the order of their first appearance, with how often it appears.
    static func counted(_ names: [String]) -> [String] {
        var order: [String] = []
        var counts: [String: Int] = [:]
        for name in names {
            if counts[name] == nil { order.append(name) }
            counts[name, default: 0] += 1
        }
        return order.map { name in (counts[name] ?? 1) > 1 ? "\(name) ×\(counts[name] ?? 1)" : name }
    }
}
