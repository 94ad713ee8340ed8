import ArgumentParser
import COSE
import DocumentProvider
import DocumentTrust
import Hummingbird
import Logging
import MobileDocument

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `developer-wallet`
@main
struct DeveloperWallet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "developer-wallet",
        abstract: "A wallet for developers: test documents in one app or several, and a page that websites open in a popup.",
        discussion: """
            It has no protection of its own: whoever can open its page can present the documents. Never give it a real one.

            Example: developer-wallet --document licence.mdoc --device-key device-key.pem \\
                       --reader-trust reader/trust --port 8790

            With several documents, each is in an app of its own, and the person selects one of those that can answer: repeat --app, \
            --document and --device-key, in the same order.
            """)

    @Option(help: ArgumentHelp("Name of the app that holds the document; may be repeated.", valueName: "name"))
    var app: [String] = []

    @Option(help: ArgumentHelp("The document as issued (mdoc issuer issue --out); may be repeated.", valueName: "file"))
    var document: [String]

    @Option(help: ArgumentHelp("Private key of the document's device, in PEM; may be repeated.", valueName: "file"))
    var deviceKey: [String]

    @Option(help: ArgumentHelp("Reader authorities: only readers they vouch for are answered.", valueName: "dir"))
    var readerTrust: String?

    @Flag(help: "Answer any reader, unsigned requests included.")
    var anyReader = false

    @Option(help: ArgumentHelp("Port to listen on, on this machine only.", valueName: "number"))
    var port = 8790

    func validate() throws {
        guard anyReader != (readerTrust != nil) else { throw ValidationError("give either --reader-trust or --any-reader") }
        guard !document.isEmpty, deviceKey.count == document.count else { throw ValidationError("give each --document its --device-key") }
        guard app.count == document.count || (app.isEmpty && document.count == 1) else {
            throw ValidationError("give each --document the name of its --app")
        }
    }

    func run() async throws {
        let trust = ReaderTrustList(try readerTrust.map { try TrustAnchorFolder.load($0) } ?? [])
        let names = app.isEmpty ? ["Developer wallet"] : app
        var apps: [WalletApp] = []
        for (index, name) in names.enumerated() {
            let held = try held(document[index], deviceKey[index])
            apps.append(
                WalletApp(name: name, holder: Holder(documents: [held], readerTrust: trust, policy: anyReader ? .anyReader : .trustedReaders)))
        }
        var logger = Logger(label: "developer-wallet")
        logger.logLevel = .notice
        let routes = WalletRoutes(desk: ConsentDesk(apps: apps, readerTrust: trust), port: port, logger: logger)
        try await Application(
            router: routes.router, configuration: .init(address: .hostname("127.0.0.1", port: port)), logger: logger
        ).runService()
    }

    private func held(_ document: String, _ deviceKey: String) throws -> HeldDocument {
        guard let bytes = FileManager.default.contents(atPath: document) else { throw ValidationError("cannot read \(document)") }
        guard let text = FileManager.default.contents(atPath: deviceKey).flatMap({ String(data: $0, encoding: .utf8) }) else {
            throw ValidationError("cannot read \(deviceKey)")
        }
        return try HeldDocument(issuerSigned: Array(bytes), deviceKey: try SigningKey(pemRepresentation: text))
    }
}
