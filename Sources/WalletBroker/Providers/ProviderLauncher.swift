import BrokerMessages
import ElementTableFiles
import LocalSockets

/// Starts providers' programs.
struct ProviderLauncher: Sendable {
    /// The folder for what they print.
    let logs: String
    /// Folders of the sockets at which they find the registry: those of this user, and those of others.
    let runtime: String
    let shared: String?
    /// How long one may take to do something that needs no person.
    let patience: Duration
    /// Where they find tables of documents.
    let tables: String?

    func start(_ provider: InstalledProvider) throws(SocketFault) -> ProviderProcess {
        let folder = provider.user == nil ? runtime : shared ?? runtime
        return try ProviderProcess(
            provider.program, provider.arguments, log: "\(logs)/\(provider.name).log",
            environment: [
                BrokerSocket.apps.variable: "\(folder)/\(BrokerSocket.apps.fileName)", InstalledTables.variable: tables ?? "",
            ])
    }

    /// Has a provider bring its registrations in line with what it stores.
    ///
    /// - Returns: whether it said that it has.
    func updateRegistrations(of provider: InstalledProvider) async -> Bool {
        guard let process = try? start(provider) else { return false }
        return await process.reply(to: .updateRegistrations, within: patience) == .registrationsUpdated
    }
}
