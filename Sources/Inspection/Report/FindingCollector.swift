/// Gathers findings; of each kind only the first few are kept one by one, the others are counted.
struct FindingCollector {
    private static let shownOfEach = 5

    private var kept: [InspectionFinding] = []
    private var counts: [String: (count: Int, severity: InspectionFinding.Severity)] = [:]

    mutating func add(_ severity: InspectionFinding.Severity, _ code: String, at offset: Int?, _ message: String) {
        let seen = counts[code]?.count ?? 0
        counts[code] = (seen + 1, severity)
        if seen < Self.shownOfEach {
            kept.append(InspectionFinding(severity: severity, code: code, offset: offset, message: message))
        }
    }

    func contains(_ code: String, at offset: Int) -> Bool { kept.contains { $0.code == code && $0.offset == offset } }

    func contains(_ code: String) -> Bool { counts[code] != nil }

    /// In the order of their places; those without a place come last.
    var findings: [InspectionFinding] {
        let sorted = kept.enumerated().sorted { lhs, rhs in
            (lhs.element.offset ?? .max, lhs.offset) < (rhs.element.offset ?? .max, rhs.offset)
        }.map(\.element)
        let others = counts.filter { $0.value.count > Self.shownOfEach }.sorted { $0.key < $1.key }.map { code, seen in
            InspectionFinding(
                severity: seen.severity, code: code, offset: nil, message: "the same \(seen.count - Self.shownOfEach) more times")
        }
        return sorted + others
    }
}
