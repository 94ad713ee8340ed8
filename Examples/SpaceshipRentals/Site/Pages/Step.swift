/// The way through the site, as its header shows it.
struct Step: Sendable {
    let number: Int
    let name: String
    let isDone: Bool
    let isCurrent: Bool

    private static let names = ["Ship", "Itinerary", "Checkout", "Launch"]

    /// All steps, seen from one of them, counted from 1; 0 stands before the first.
    static func all(at current: Int) -> [Step] {
        names.enumerated().map { Step(number: $0 + 1, name: $1, isDone: $0 + 1 < current, isCurrent: $0 + 1 == current) }
    }
}
