/// What exchanges arrive at.
protocol Served: Sendable {
    /// Where pages come.
    var page: String { get }
    /// Where the website's server comes.
    var backend: String { get }
    /// What it has cost so far.
    func costs() throws -> ServedCosts
    func stop()
}
