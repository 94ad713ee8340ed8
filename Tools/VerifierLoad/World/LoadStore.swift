/// Where the services of a load run keep their sessions.
enum LoadStore: CustomStringConvertible {
    case sqlite
    case postgresql(connection: String)

    init(connection: String?) { self = connection.map { .postgresql(connection: $0) } ?? .sqlite }

    var description: String {
        switch self {
        case .sqlite: "SQLite"
        case .postgresql: "PostgreSQL"
        }
    }

    /// What a service's environment says of it.
    var environment: [String: String] {
        switch self {
        case .sqlite: ["VERIFIER_STORE_KIND": "sqlite", "VERIFIER_STORE_SQLITE_PATH": "sessions.sqlite"]
        case .postgresql(let connection): ["VERIFIER_STORE_KIND": "postgresql", "VERIFIER_STORE_POSTGRESQL_CONNECTION": connection]
        }
    }
}
