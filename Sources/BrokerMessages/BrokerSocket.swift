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
    /// An empty variable is none, and so is a folder without an absolute path (XDG Base Directory Specification).
    package func path(in environment: [String: String]) -> String? {
        if let path = environment[variable], !path.isEmpty { return path }
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return nil }
        return "\(folder)/mdoc/\(fileName)"
    }
}
