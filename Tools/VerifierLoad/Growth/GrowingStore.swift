import VerificationSessions

/// A store that is filled with sessions faster than its calls would do it, row by row as those would leave them.
///
/// Of twenty sessions one waits for its answer and is overdue, one ended two days ago and is to be forgotten, and the others ended within
/// the last day: their result is erased and their report is kept.
protocol GrowingStore: Sendable {
    /// Opens it, and makes its tables.
    func open() async throws -> any VerificationStore

    /// Adds sessions.
    ///
    /// - Parameters:
    ///   - report: what each ended session has for its report.
    ///   - now: seconds since 1970.
    func add(_ count: Int, report: [UInt8], at now: Int64) async throws

    /// Does what the database's own upkeep would have done after a while.
    func settleDown() async throws

    /// What the sessions take on the disk.
    func bytes() async throws -> Int

    /// What the audit records take, which are kept for good.
    func auditBytes() async throws -> Int
}

/// When the sessions that are added began and ended.
enum GrowingSessions {
    /// Each how-manieth is of a kind of its own.
    static let cycle = 20
    /// The seconds over which the ends of ordinary sessions are spread: less than a day, after which they would be forgotten.
    static let spread = 70_000
    static let forgottenAge = 172_800
    /// As long as a request.
    static let request: [UInt8] = (0..<1800).map { _ in UInt8.random(in: .min ... .max) }
    /// As long as a sealed secret.
    static let secret: [UInt8] = (0..<220).map { _ in UInt8.random(in: .min ... .max) }
}
