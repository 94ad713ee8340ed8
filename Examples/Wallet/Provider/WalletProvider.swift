import DocumentProvider
import IdentityDocumentServices
import IdentityDocumentServicesUI
import ProviderDocuments
import ProviderViews

/// The part of Wallet that answers websites: only those that a registrar has registered, and only what their certificates let them ask.
struct WalletProvider: IdentityDocumentProvider {
    private let folder: Result<ProviderFolder, DocumentStoreError>

    init() {
        let path = CommandLine.arguments.dropFirst().first ?? ProviderFolder.standardPath(ofApp: "wallet")
        folder = Result { () throws(DocumentStoreError) in try ProviderFolder(path) }
    }

    var body: some IdentityDocumentRequestScene {
        ISO18013MobileDocumentRequestScene { context in
            switch folder {
            case .success(let folder): RequestAuthorizationView(context, folder: folder, policy: .registeredReaders)
            case .failure(let error): UnusableFolderView(context: context, error: error)
            }
        }
    }

    func performRegistrationUpdates() async throws {
        try await folder.get().register(in: IdentityDocumentProviderRegistrationStore())
    }

    func stores(anyOf documentIdentifiers: [String]) async -> Bool {
        guard case .success(let folder) = folder else { return true }
        return await folder.stores(anyOf: documentIdentifiers, updating: IdentityDocumentProviderRegistrationStore())
    }
}
