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
            ("Package.swift", manifest), ("Sources/\(app)/\(app).swift", command), ("Sources/\(target)/\(target).swift", provider),
            ("Sources/\(target)/HelloView.swift", view), ("provider.json", installation), ("README.md", guide),
        ]
    }

    private var words: [String] { name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() } }

    private var title: String { words.joined(separator: " ") }

    /// `city-library` as the name of a type.
    private var app: String { words.joined() }

    private var target: String { app + "Provider" }

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
                    name: "\(app)",
                    dependencies: ["COSE", "IdentityDocumentServices", "MobileDocument", "ProviderDocuments"].map {
                        .product(name: $0, package: "swift-mdoc")
                    }),
                .executableTarget(
                    name: "\(target)",
                    dependencies: [
                        "DocumentProvider", "IdentityDocumentServices", "IdentityDocumentServicesUI", "MobileDocument", "ProviderDocuments", "ProviderViews",
                    ].map {
                        .product(name: $0, package: "swift-mdoc")
                    }),
            ]
        )

        """
    }

    private var command: String {
        #"""
        import COSE
        import Foundation
        import IdentityDocumentServices
        import MobileDocument
        import ProviderDocuments

        /// The part of \#(title) that gets documents. In an app for people these are windows; here they are commands.
        @main
        struct \#(app) {
            private static let usage = """
                \#(app) key LABEL                 makes a device key, and prints its public half for the issuer
                \#(app) add FILE LABEL REVIEWER   takes in what was issued to it, and registers it
                \#(app) list                      lists the documents
                """

            static func main() async {
                do { try await run(Array(CommandLine.arguments.dropFirst())) } catch {
                    FileHandle.standardError.write(Data("\#(app): \(error)\n".utf8))
                    exit(1)
                }
            }

            private static func run(_ arguments: [String]) async throws {
                let folder = try ProviderFolder(ProviderFolder.standardPath(ofApp: "\#(name)"))
                switch (arguments.first, arguments.count) {
                case ("key", 2):
                    guard case .p256(let key) = try folder.keys.makeKey(label: arguments[1]).publicKey.verificationKey() else { return }
                    print(key.pemRepresentation)
                case ("add", 4): try await add(Data(contentsOf: URL(fileURLWithPath: arguments[1])), arguments[2], arguments[3], to: folder)
                case ("list", 1):
                    for document in try folder.documents.documents() { print("\(document.id)  \(document.title)") }
                default: print(usage)
                }
            }

            /// Who looked at the person before the document was issued is kept with it.
            private static func add(_ issued: Data, _ label: String, _ reviewer: String, to folder: ProviderFolder) async throws {
                let (registrations, now) = (IdentityDocumentProviderRegistrationStore(), Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)))
                let document = try folder.documents.provision(
                    Array(issued), docType: "\#(documentTypes[0])", title: "\#(title)", keyLabel: label,
                    enrolment: await registrations.currentEnrolment, proofing: Proofing(reviewer: reviewer, time: now), trust: folder.issuers(), at: now)
                print("Took in \(document.title).")
                // The first time, the wallet asks the person. Once it may, the provider registers all there is.
                do { try await folder.register(in: registrations) } catch { print("Not registered yet: \(error)") }
            }
        }

        """#
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
            "apps": ["\(folder)/.build/release/\(app)"],
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
        3. Trust: put the roots of the readers you answer into `~/.local/share/\(name)/readers/`, the roots of your issuers into `issuers/` beside it
           (PEM), and name the readers' roots in `provider.json`, too (`readerRoots`), so that the wallet shows who asks.
        4. Start the wallet: `mdoc-broker serve --port 8790`, and choose a PIN or a passkey in its settings.
        5. Get a document: `.build/release/\(app) key card-1 > card-1.pem`, have it issued
           (`mdoc issuer issue --content card.json --device-key card-1.pem --out card.mdoc ...`), and take it in:
           `.build/release/\(app) add card.mdoc card-1 "\(title)"`. The wallet asks once whether the app may show documents.
        6. Be asked: open a website that asks for `\(documentTypes[0])`, and choose \(title).

        `provider.json` is what the broker knows of the provider: the program it starts, the apps that may register documents beside it, and
        `documentTypes`, which is all it may ever be offered for.

        """
    }
}
