/// The files of a new provider's package.
struct ProviderTemplate {
    let name: String
    /// A folder, or the URL of a repository.
    let swiftMdoc: String
    let documentTypes: [String]
    /// Where the package will be, from the root.
    let folder: String

    /// Files by their paths in the package.
    var files: [(name: String, text: String)] {
        [
            ("Package.swift", manifest), ("Sources/\(target)/\(target).swift", provider), ("Sources/\(target)/HelloView.swift", view),
            ("provider.json", installation), ("README.md", guide),
        ]
    }

    /// `city-library` as the name of a type.
    private var target: String { name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Provider" }

    private var title: String { name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ") }

    private var dependency: String {
        swiftMdoc.contains("://") ? ".package(url: \"\(swiftMdoc)\", branch: \"main\")" : ".package(name: \"swift-mdoc\", path: \"\(swiftMdoc)\")"
    }

    private var manifest: String {
        """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "\(name)",
            dependencies: [\(dependency)],
            targets: [
                .executableTarget(
                    name: "\(target)",
                    dependencies: ["IdentityDocumentServices", "IdentityDocumentServicesUI", "ProviderDocuments", "ProviderViews"].map {
                        .product(name: $0, package: "swift-mdoc")
                    })
            ]
        )

        """
    }

    private var provider: String {
        """
        import IdentityDocumentServices
        import IdentityDocumentServicesUI
        import ProviderDocuments

        /// The part of \(title) that answers websites. The wallet broker starts it when the person selects the app.
        @main
        struct \(target): IdentityDocumentProvider {
            private let folder: Result<ProviderFolder, DocumentStoreError>

            init() {
                folder = Result { () throws(DocumentStoreError) in try ProviderFolder(ProviderFolder.standardPath(ofApp: "\(name)")) }
            }

            // What the person sees of a request.
            var body: some IdentityDocumentRequestScene {
                ISO18013MobileDocumentRequestScene { context in
                    HelloView(context: context, folder: try? folder.get())
                }
            }

            // Called when the person has allowed the app to show documents: register all that is stored.
            func performRegistrationUpdates() async {
                try? await folder.get().register(in: IdentityDocumentProviderRegistrationStore())
            }
        }

        """
    }

    private var view: String {
        """
        import DocumentProvider
        import Foundation
        import IdentityDocumentServices
        import IdentityDocumentServicesUI
        import MobileDocument
        import ProviderDocuments
        import ProviderViews

        /// Who asks for what, Accept, and Decline.
        struct HelloView: View {
            let context: ISO18013MobileDocumentRequestContext
            let folder: ProviderFolder?
            @State private var failure: String?

            var body: some View {
                VStack {
                    Text("Hello").font(.title)
                    RequestInfoView(context, readers: (try? folder?.readers()) ?? .init([]), at: now)
                    if let failure { Text(failure) }
                    HStack {
                        Button("Accept") { await acceptVerification() }
                        Button("Decline", role: .cancel) { context.cancel() }
                    }
                }
            }

            private func acceptVerification() async {
                do {
                    guard let folder else { throw DocumentStoreError.unknownDocument }
                    let presenter = DocumentPresenter(store: folder.documents, readers: try folder.readers(), policy: .trustedReaders)
                    // The request exists only in here, and only now: it has been compared with what was shown.
                    try await context.sendResponse { rawRequest in
                        try presenter.response(to: rawRequest, in: context, at: now)
                    }
                } catch {
                    failure = "Nothing was sent: \\(error)"
                }
            }

            private var now: Instant { Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)) }
        }

        """
    }

    private var installation: String {
        """
        {
            "name": "\(name)",
            "displayName": "\(title)",
            "program": "\(folder)/.build/release/\(target)",
            "arguments": [],
            "apps": [],
            "documentTypes": [\(documentTypes.map { "\"\($0)\"" }.joined(separator: ", "))],
            "readerRoots": []
        }

        """
    }

    private var guide: String {
        """
        # \(title)

        A document provider. The places to fill in are `body` and `performRegistrationUpdates()` in `Sources/\(target)`.

        1. Build: `swift build -c release`
        2. Install: `mkdir -p ~/.local/share/mdoc/providers/\(name) && cp provider.json ~/.local/share/mdoc/providers/\(name)/`
        3. Put the roots of the readers you answer into `~/.local/share/\(name)/readers/`, and the roots of your issuers into `issuers/`.

        `provider.json` is what the broker knows of the provider: the program it starts, the apps that may register documents beside it, and
        `documentTypes`, which is all it may ever be offered for.

        """
    }
}
