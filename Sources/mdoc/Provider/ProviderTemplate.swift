import MobileDocument
import MobileDocumentTesting
import TextEncodings

/// The files of a new provider: of a package of its own, or of one that there is.
struct ProviderTemplate {
    let name: String
    /// The program that gets documents, where it is not named after the provider.
    var program: String? = nil
    /// A folder, or the URL of a repository; nil where the package has it already.
    let swiftMdoc: String?
    let documentTypes: [String]
    /// Where the package is or will be, from the root.
    let folder: String

    /// Files of a package of its own, by their paths in it.
    var files: [(name: String, text: String)] {
        [
            ("Package.swift", manifest), ("Sources/\(app)/\(app).swift", command),
            ("Sources/\(target)/\(target).swift", provider(importing: Self.frameworks, showing: hello)),
            ("Sources/\(target)/HelloView.swift", view), ("provider.json", installation), ("card.json", card),
            ("README.md", guide),
        ]
    }

    /// Files that a package gains, by their paths in it. All of the provider is in one.
    var addedFiles: [(name: String, text: String)] {
        [
            ("Sources/\(target)/\(target).swift", provider(importing: ["DocumentProvider"] + Self.frameworks + ["ProviderViews"], showing: sheet)),
            ("provider.json", installation),
        ]
    }

    private var words: [String] { name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() } }

    private var title: String { words.joined(separator: " ") }

    /// `city-library` as the name of a type.
    private var typeName: String { words.joined() }

    /// The program that gets documents.
    var app: String { program ?? typeName }

    /// The program that answers requests.
    var target: String { typeName + "Provider" }

    /// What a manifest says of swift-mdoc; nil where the package has it already.
    var dependency: String? {
        swiftMdoc.map { $0.contains("://") ? ".package(url: \"\($0)\", branch: \"main\")" : ".package(name: \"swift-mdoc\", path: \"\($0)\")" }
    }

    /// What a manifest says of the provider, indented as it stands there.
    var targetDescription: String {
        """
                .executableTarget(
                    name: "\(target)",
                    dependencies: [
                        "DocumentProvider", "IdentityDocumentServices", "IdentityDocumentServicesUI", "MobileDocument", "ProviderDocuments", "ProviderViews",
                    ].map { .product(name: $0, package: "swift-mdoc") })
        """
    }

    private var manifest: String {
        """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "\(name)",
            dependencies: [\(dependency ?? "")],
            targets: [
                .executableTarget(
                    name: "\(app)",
                    dependencies: ["COSE", "DocumentTrust", "IdentityDocumentServices", "MobileDocument", "ProviderDocuments"].map {
                        .product(name: $0, package: "swift-mdoc")
                    }),
        \(targetDescription),
            ]
        )

        """
    }

    private var command: String {
        #"""
        import COSE
        import DocumentTrust
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
                \#(app) trust readers FILE        trusts a root (PEM) of readers; issuers FILE, of issuers
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
                case ("trust", 3) where arguments[1] == "readers": try await trust(arguments[2], as: .reader, in: folder)
                case ("trust", 3) where arguments[1] == "issuers": try await trust(arguments[2], as: .issuer, in: folder)
                default:
                    FileHandle.standardError.write(Data((usage + "\n").utf8))
                    exit(64)
                }
            }

            private static func trust(_ file: String, as role: TrustRole, in folder: ProviderFolder) async throws {
                // Before anything is kept: a file that holds no root would close the folder.
                _ = try TrustAnchorFolder.load(file)
                let root = try String(contentsOfFile: file, encoding: .utf8)
                let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
                if let other = try folder.trusted(name, as: role), other != root {
                    FileHandle.standardError.write(Data("\#(app): another root is trusted as \(name) already; give \(file) another name\n".utf8))
                    exit(1)
                }
                try folder.trust(root, named: name, as: role)
                // What is registered says whose readers are answered.
                guard role == .reader, try !folder.documents.documents().isEmpty else { return }
                do { try await folder.register(in: IdentityDocumentProviderRegistrationStore()) } catch { print("Not registered yet: \(error)") }
            }

            /// Who looked at the person before the document was issued is kept with it.
            private static func add(_ issued: Data, _ label: String, _ reviewer: String, to folder: ProviderFolder) async throws {
                let (registrations, now) = (IdentityDocumentProviderRegistrationStore(), Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)))
                // Bound to nobody, it would answer nobody.
                guard let enrolment = await registrations.currentEnrolment else {
                    FileHandle.standardError.write(Data("\#(app): start the wallet's broker, choose a PIN, and add the document then\n".utf8))
                    exit(1)
                }
                let document = try folder.documents.provision(
                    Array(issued), docType: "\#(documentTypes[0])", title: "\#(title)", keyLabel: label, enrolment: enrolment,
                    proofing: Proofing(reviewer: reviewer, time: now), trust: folder.issuers(), at: now)
                print("Took in \(document.title).")
                // The first time, the wallet asks the person. Once it may, the provider registers all there is.
                do { try await folder.register(in: registrations) } catch { print("Not registered yet: \(error)") }
            }
        }

        """#
    }

    /// What a provider imports in any case.
    private static let frameworks = ["IdentityDocumentServices", "IdentityDocumentServicesUI", "ProviderDocuments"]

    /// A view of the package's own, where its texts and buttons can be changed.
    private var hello: String {
        """
                    HelloView(context: context, folder: folder)
        """
    }

    /// The sheet that comes with swift-mdoc.
    private var sheet: String {
        """
                    switch folder {
                    case .success(let folder): RequestAuthorizationView(context, folder: folder, policy: .trustedReaders)
                    case .failure(let error): UnusableFolderView(context: context, error: error)
                    }
        """
    }

    private func provider(importing modules: [String], showing view: String) -> String {
        """
        \(modules.map { "import \($0)" }.joined(separator: "\n"))

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
        \(view)
                }
            }

            // Called when the person has allowed the app to show documents: register all that is stored.
            func performRegistrationUpdates() async throws {
                try await folder.get().register(in: IdentityDocumentProviderRegistrationStore())
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
            let folder: Result<ProviderFolder, DocumentStoreError>
            @State private var failure: String?

            var body: some View {
                VStack {
                    Text("Hello").font(.title)
                    RequestInfoView(
                        context, readers: try? folder.get().readers(), tables: (try? folder.get().tables) ?? .builtIn, at: now)
                    if let failure { Text(failure) }
                    HStack {
                        Button("Accept") { await acceptVerification() }
                        Button("Decline", role: .cancel) { context.cancel() }
                    }
                }
            }

            private func acceptVerification() async {
                do {
                    let folder = try folder.get()
                    let presenter = DocumentPresenter(
                        store: folder.documents, readers: try folder.readers(), tables: folder.tables, policy: .trustedReaders)
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
            "readerRoots": ["readers.pem"]
        }

        """
    }

    private var isDrivingLicence: Bool { documentTypes[0] == DocType.mobileDrivingLicence.rawValue }

    /// An element of the first document.
    private var element: String { isDrivingLicence ? "family_name" : "\(documentTypes[0])/card_number" }

    /// What the first document says.
    private var card: String {
        guard isDrivingLicence else {
            return """
                { "docType": "\(documentTypes[0])", "nameSpaces": { "\(documentTypes[0])": { "card_number": "4711-0815", "holder": "Kelly Appleseed" } } }

                """
        }
        return """
            {
                "docType": "\(documentTypes[0])",
                "nameSpaces": {
                    "org.iso.18013.5.1": {
                        "family_name": "Appleseed", "given_name": "Kelly", "birth_date": "1994-04-18", "age_over_18": true,
                        "issue_date": "2026-03-01", "expiry_date": "2031-03-01", "document_number": "UT-4711-0815",
                        "issuing_country": "UT", "un_distinguishing_sign": "UT", "issuing_authority": "\(title)",
                        "driving_privileges": [{ "vehicle_category_code": "B" }],
                        "portrait": "\(Base64URL.encode(SamplePortrait.jpeg))"
                    }
                }
            }

            """
    }

    private var guide: String {
        """
        # \(title)

        A document provider. The places to fill in are `body` and `performRegistrationUpdates()` in `Sources/\(target)`. From here to its first
        answer, with an issuer and a reader made for trying it out; `mdoc`, `mdoc-broker` and `mdoc-request-parser` are programs of swift-mdoc, and
        the folder they were built in (`.build/release` of its checkout) has to be in the `PATH`. Where nobody logged in, as in a container,
        `XDG_RUNTIME_DIR` has to name a folder that only you can enter, in both terminals.

        Build it, and install it where the wallet's broker looks:

        ```bash
        swift build -c release
        mkdir -p ~/.local/share/mdoc/providers/\(name)
        install -m 644 provider.json ~/.local/share/mdoc/providers/\(name)/
        ```

        Make an issuer and a reader. The app trusts both, and the broker has to know the reader's root, too, or it offers the app to nobody:

        ```bash
        mdoc issuer init --out issuer
        mdoc reader init --out reader --domain localhost --organization "A website"
        .build/release/\(app) trust issuers issuer/iaca.pem
        .build/release/\(app) trust readers reader/reader-ca.pem
        install -m 644 reader/reader-ca.pem ~/.local/share/mdoc/providers/\(name)/readers.pem
        ```

        Choose a PIN, and words that are shown wherever it is asked for. This is done once: with another PIN, documents that were added before answer
        nobody any more.

        ```bash
        mdoc-broker enrol
        ```

        Start the broker in a terminal of its own:

        ```bash
        mdoc-broker serve --parser "$(command -v mdoc-request-parser)"
        ```

        Get a document: the app makes a device key, the issuer issues to it, the app takes it in. The first time, the broker asks whether the app may
        show documents.

        ```bash
        .build/release/\(app) key card-1 > card-1.pem
        mdoc issuer issue --issuer issuer --content card.json --device-key card-1.pem --out card.mdoc
        .build/release/\(app) add card.mdoc card-1 "\(title)"
        ```

        Ask as a website does, have the wallet answer as a browser does, and verify. The broker's terminal shows the request; choose \(title) there.

        ```bash
        mdoc request create --origin https://localhost --reader reader --doc-type \(documentTypes[0]) --element \(element) \\
          --session session.json --request request.json
        mdoc present --request request.json --origin https://localhost --out response.json
        mdoc verify --session session.json --response response.json --trust issuer/trust
        ```

        `provider.json` is what the broker knows of the provider: the program it starts, the apps that may register documents beside it, and
        `documentTypes`, which is all it may ever be offered for. The app registers each document for the readers it trusts; `readerRoots` lets the
        broker recognise them.

        `mdoc provider check .` tries whether the provider does what every provider must, and says how to mend what it does not.

        """
    }
}
