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
        abstract: "A wallet for developers: one test document, and a page that websites open in a popup.",
        discussion: """
            It has no protection of its own: whoever can open its page can present the document. Never give it a real one.

            Example: developer-wallet --document licence.mdoc --device-key device-key.pem \\
                       --reader-trust reader/trust --port 8790
            """)

    @Option(help: ArgumentHelp("The document as issued (mdoc issuer issue --out).", valueName: "file"))
    var document: String

    @Option(help: ArgumentHelp("Private key of the device, in PEM.", valueName: "file"))
    var deviceKey: String

    @Option(help: ArgumentHelp("Reader authorities: only readers they vouch for are answered.", valueName: "dir"))
    var readerTrust: String?

    @Flag(help: "Answer any reader, unsigned requests included.")
    var anyReader = false

    @Option(help: ArgumentHelp("Port to listen on, on this machine only.", valueName: "number"))
    var port = 8790

    func validate() throws {
        guard anyReader != (readerTrust != nil) else { throw ValidationError("give either --reader-trust or --any-reader") }
    }

    func run() async throws {
        let trust = ReaderTrustList(try readerTrust.map { try TrustAnchorFolder.load($0) } ?? [])
        let holder = Holder(documents: [try held()], readerTrust: trust, policy: anyReader ? .anyReader : .trustedReaders)
        var logger = Logger(label: "developer-wallet")
        logger.logLevel = .warning
        let routes = WalletRoutes(desk: ConsentDesk(holder: holder, readerTrust: trust), port: port)
        try await Application(
            router: routes.router, configuration: .init(address: .hostname("127.0.0.1", port: port)), logger: logger
        ).runService()
    }

    private func held() throws -> HeldDocument {
        guard let bytes = FileManager.default.contents(atPath: document) else { throw ValidationError("cannot read \(document)") }
        guard let text = FileManager.default.contents(atPath: deviceKey).flatMap({ String(data: $0, encoding: .utf8) }) else {
            throw ValidationError("cannot read \(deviceKey)")
        }
        return try HeldDocument(issuerSigned: Array(bytes), deviceKey: try SigningKey(pemRepresentation: text))
    }
}
