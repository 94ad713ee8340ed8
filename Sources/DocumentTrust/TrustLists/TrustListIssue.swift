import MobileDocument

/// One issue of a provider's list, as far as it decides which of two is newer.
struct TrustListIssue: Sendable, Hashable {
    let provider: String
    let number: UInt64?
    let date: Instant

    /// Where an authority of this issue came from, for reports.
    func provenance(of kind: String) -> String { "\(kind) of \(provider),\(number.map { " issue \($0)" } ?? "") of \(date)" }

    /// Whether this issue is later than another one of the provider by their numbers, whatever their dates are.
    func isLater(than other: TrustListIssue) -> Bool {
        guard provider == other.provider, let number, let otherNumber = other.number else { return false }
        return number > otherNumber
    }

    /// Checks that this issue may take the place of another.
    func supersedes(_ held: TrustListIssue) throws(TrustListRollback) {
        guard provider == held.provider else { throw .otherProvider(offered: provider, held: held.provider) }
        if let number, let heldNumber = held.number, number < heldNumber { throw .lowerIssue(offered: number, held: heldNumber) }
        guard date >= held.date else { throw .olderDate(offered: date, held: held.date) }
    }
}
