/// Where a broker keeps its things, and how long it waits.
public struct BrokerConfiguration: Sendable, Hashable {
    /// Folder of registry and history; made if it is not there, for its owner only.
    public let state: String
    /// Folder of the sockets; likewise.
    public let runtime: String
    /// Folder with a folder for each installed provider.
    public let providers: String
    /// The program `mdoc-request-parser`, by its absolute path.
    public let parser: String
    /// How long a request waits.
    public let patience: Patience

    /// Sets a broker up.
    public init(state: String, runtime: String, providers: String, parser: String, patience: Patience = Patience()) {
        self.state = state
        self.runtime = runtime
        self.providers = providers
        self.parser = parser
        self.patience = patience
    }
}
