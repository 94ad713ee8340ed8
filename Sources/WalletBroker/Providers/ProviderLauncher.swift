import BrokerMessages
import LocalSockets

/// Starts providers' programs.
struct ProviderLauncher: Sendable {
    /// The folder for what they print.
    let logs: String
    /// Where they find the registry.
    let appsSocket: String
    /// How long one may take to do something that needs no person.
    let patience: Duration

    func start(_ provider: InstalledProvider) throws(SocketFault) -> ProviderProcess {
        try ProviderProcess(provider, log: "\(logs)/\(provider.name).log", appsSocket: appsSocket)
    }

    /// Has a provider bring its registrations in line with what it stores.
    ///
    /// - Returns: whether it said that it has.
    func updateRegistrations(of provider: InstalledProvider) async -> Bool {
        guard let process = try? start(provider) else { return false }
        let deadline = Task {
            try await Task.sleep(for: patience)
            process.end()
        }
        defer {
            deadline.cancel()
            process.end()
        }
        guard (try? await process.send(.updateRegistrations)) != nil else { return false }
        return await process.report() == .registrationsUpdated
    }
}
