import Foundation
import Testing

/// The engines that one contract holds for.
enum StoreEngine: String, Sendable, CaseIterable, CustomTestStringConvertible {
    case sqlite, postgreSQL

    /// Connection string of a throw-away server; `make test` starts one where PostgreSQL is installed.
    static let postgreSQLConnection = ProcessInfo.processInfo.environment["MDOC_POSTGRES"]
    static let skipReason: Comment = "no PostgreSQL; `make test` starts Debian's where it is installed, or set MDOC_POSTGRES to a connection string"

    /// The engines that run here.
    static let present = allCases.filter { $0 != .postgreSQL || postgreSQLConnection != nil }

    var testDescription: String { rawValue }
}
