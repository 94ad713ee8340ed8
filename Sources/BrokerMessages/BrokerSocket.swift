/// The sockets at which a broker listens, and where programs look for them.
package enum BrokerSocket: String, Sendable {
    /// For apps, which register documents.
    case apps
    /// For user agents, which bring requests.
    case agents

    /// Its file, in the folder of the broker's sockets.
    package var fileName: String { rawValue + ".sock" }

    /// The variable of the environment that names it.
    package var variable: String { "MDOC_\(rawValue.uppercased())_SOCKET" }

    /// Where it is by the environment: at the place its variable names, or else in the person's folder for such things; nil where there is neither.
    package func path(in environment: [String: String]) -> String? {
        environment[variable] ?? environment["XDG_RUNTIME_DIR"].map { "\($0)/mdoc/\(fileName)" }
    }
}
