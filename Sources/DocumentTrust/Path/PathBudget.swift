/// How many signatures the searches of paths for one message may still compute, all of them together.
///
/// A message with one chain has what one search may cost; each further chain adds what the longest path costs, and no whole search: a hostile message
/// has authorities that certify each other in all of its chains, an honest one in none.
package struct PathBudget: Sendable {
    private var signatures: Int

    /// - Parameter chains: how many chains the message carries.
    package init(chains: Int) {
        signatures = CertificationPath.maximumSignatures + max(chains - 1, 0) * CertificationPath.maximumLength
    }

    /// Whether nothing is left.
    var isSpent: Bool { signatures == 0 }

    /// Takes one signature of it, if one is left.
    mutating func spend() -> Bool {
        guard signatures > 0 else { return false }
        signatures -= 1
        return true
    }
}
