import Foundation
import IdentityDocumentServices
import IdentityDocumentServicesUI
import MobileDocument
import ProviderDocuments
import ProviderViews
import SimulatedDocuments

/// Wallet with mock data, for who develops an app or its server.
struct SimulatedWalletProvider: IdentityDocumentProvider {
    private let wallet: Result<SimulatedWallet, DocumentStoreError>

    init() {
        let mode = WalletProgram.mode ?? .simulator
        let path = CommandLine.arguments.dropFirst(2).first ?? ProviderFolder.standardPath(ofApp: "wallet-\(mode.rawValue)")
        let now = Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970.rounded(.down)))
        wallet = Result { () throws(DocumentStoreError) in try SimulatedWallet(mode, folder: ProviderFolder(path), at: now) }
    }

    var body: some IdentityDocumentRequestScene {
        ISO18013MobileDocumentRequestScene { context in
            switch wallet {
            case .success(let wallet): SimulatedRequestView(context, wallet: wallet)
            case .failure(let error): UnusableFolderView(context: context, error: error)
            }
        }
    }

    func performRegistrationUpdates() async throws {
        try await wallet.get().register(in: IdentityDocumentProviderRegistrationStore())
    }
}
