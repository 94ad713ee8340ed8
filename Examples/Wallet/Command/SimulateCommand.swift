import ArgumentParser
import IdentityDocumentServices
import ProviderCommands
import ProviderDocuments
import SimulatedDocuments

/// `wallet simulate`
struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Register mock data with the system, for a provider that is started with --simulator or --developer-device.")

    @Flag(help: "For --developer-device; without it, for --simulator.")
    var developerDevice = false

    @Option(help: ArgumentHelp("The provider's folder; default: a folder of the mode's name in $XDG_DATA_HOME.", valueName: "dir"))
    var folder: String?

    func run() async throws {
        let mode = developerDevice ? SimulationMode.developerDevice : .simulator
        let folder = try ProviderFolder(self.folder ?? ProviderFolder.standardPath(ofApp: "wallet-\(mode.rawValue)"))
        let wallet = try SimulatedWallet(mode, folder: folder, at: FolderOptions.now)
        var fault: (any Error)?
        do { try await wallet.register(in: IdentityDocumentProviderRegistrationStore()) } catch { fault = error }
        print(DocumentLines.registration(fault))
        if fault != nil { throw ExitCode.failure }
    }
}
