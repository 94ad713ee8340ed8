import Registrar

/// Whose domain is looked at next, of brands that nobody has approved: few at one time, no two under one registrable domain. It is the turn of whoever
/// had theirs longest ago, so that one whose look took its time goes behind all others; and no more wait for a turn than may have one.
struct LookTurns {
    /// Most brands of which the last turn is known. No more wait for a reviewer, and one that is forgotten would be next anyway.
    private static let maximumKnown = RegistrarLedger.maximumWaitingBrands

    private let limit: Int
    /// The registrable domain that is looked at, by brand.
    private var looks: [String: String] = [:]
    /// Those that wait, in the order in which they came.
    private var waiting: [(brand: String, root: String)] = []
    /// Brands in the order of their last turns, the latest at the end.
    private var past: [String] = []

    init(_ limit: Int) { self.limit = limit }

    /// Whether a brand has a turn or waits for one.
    func has(_ brand: String) -> Bool { looks[brand] != nil || waiting.contains { $0.brand == brand } }

    /// Lets a brand wait that neither has a turn nor waits for one.
    ///
    /// - Parameter root: the registrable domain that is to be looked at.
    mutating func add(_ brand: String, under root: String) { waiting.append((brand, root)) }

    /// Gives out what turns there are.
    ///
    /// - Returns: the brands whose turn it is now.
    mutating func start() -> [String] {
        var started: [String] = []
        while looks.count < limit, let next = waiting.indices.filter({ !looks.values.contains(waiting[$0].root) }).min(by: { rank($0) < rank($1) }) {
            let (brand, root) = waiting.remove(at: next)
            looks[brand] = root
            past.removeAll { $0 == brand }
            past.append(brand)
            if past.count > Self.maximumKnown { past.removeFirst() }
            started.append(brand)
        }
        return started
    }

    /// Takes the last one out of those that wait, where there are too many.
    mutating func dismissLast() -> String? {
        guard waiting.count > limit, let last = waiting.indices.max(by: { rank($0) < rank($1) }) else { return nil }
        return waiting.remove(at: last).brand
    }

    /// Takes a brand out: its look has ended, or it waits no longer.
    mutating func remove(_ brand: String) {
        looks[brand] = nil
        waiting.removeAll { $0.brand == brand }
    }

    /// The lower, the sooner: whoever has had no turn comes first, then whoever had theirs longest ago, and of equals whoever came first.
    private func rank(_ index: Int) -> (Int, Int) { (past.firstIndex(of: waiting[index].brand) ?? -1, index) }
}
