/// Where a broker keeps its things, and how long it waits.
public struct BrokerConfiguration: Sendable, Hashable {
    /// Folder of registry and history; made if it is not there, for its owner only.
    public let state: String
    /// Folder of the sockets; likewise.
    public let runtime: String
    /// Folder of one more socket, for apps that run under users of their own, who can enter it; nil where there are none.
    public let shared: String?
    /// Folder with a folder for each installed provider.
    public let providers: String
    /// The program `mdoc-request-parser`, by its absolute path.
    public let parser: String
    /// The program that reaches other devices; nil where none does.
    public let devices: DeviceProgram?
    /// Whether this machine asks other devices, answers, or both.
    public let role: BrokerRole
    /// Folder with tables of documents beside those of this package, which has to be there; nil for none.
    public let tables: String?
    /// How long a request waits.
    public let patience: Patience

    /// Sets a broker up.
    public init(
        state: String, runtime: String, shared: String? = nil, providers: String, parser: String, devices: DeviceProgram? = nil,
        role: BrokerRole = .both, tables: String? = nil, patience: Patience = Patience()
    ) {
        self.state = state
        self.runtime = runtime
        self.shared = shared
        self.providers = providers
        self.parser = parser
        self.devices = devices
        self.role = role
        self.tables = tables
        self.patience = patience
    }
}
