import Foundation
import IdentityDocumentServicesUI
import SimulatedDocuments

/// `wallet-provider [--simulator | --developer-device] [FOLDER]`: the provider of documents, or one of mock data. They are two, and neither
/// becomes the other while it runs.
@main
enum WalletProgram {
    /// What the first argument asks for; nil for documents.
    static var mode: SimulationMode? { SimulationMode.allCases.first { "--" + $0.rawValue == CommandLine.arguments.dropFirst().first } }

    static func main() async {
        let folders = CommandLine.arguments.dropFirst(mode == nil ? 1 : 2)
        // A mode with a slip of the pen must not become the provider of documents.
        guard folders.count <= 1, !folders.contains(where: { $0.hasPrefix("-") }) else {
            FileHandle.standardError.write(Data("usage: wallet-provider [--simulator | --developer-device] [FOLDER]\n".utf8))
            exit(EX_USAGE)
        }
        if mode == nil { await WalletProvider.main() } else { await SimulatedWalletProvider.main() }
    }
}
