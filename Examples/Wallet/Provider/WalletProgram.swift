import IdentityDocumentServicesUI
import SimulatedDocuments

/// `wallet-provider [--simulator | --developer-device] [FOLDER]`: the provider of documents, or one of mock data. They are two, and neither
/// becomes the other while it runs.
@main
enum WalletProgram {
    /// What the first argument asks for; nil for documents.
    static var mode: SimulationMode? { SimulationMode.allCases.first { "--" + $0.rawValue == CommandLine.arguments.dropFirst().first } }

    static func main() async {
        if mode == nil { await WalletProvider.main() } else { await SimulatedWalletProvider.main() }
    }
}
