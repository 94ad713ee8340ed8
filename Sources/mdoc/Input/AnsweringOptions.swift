import ArgumentParser
import DocumentProvider
import DocumentTrust
import IdentityElements
import MobileDocument

/// The document that is shown, and to whom: shared by the commands that answer in the place of a wallet.
struct AnsweringOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The document as issued.", valueName: "file"))
    var document: String

    @Option(help: ArgumentHelp("Private key of the device, in PEM.", valueName: "file"))
    var deviceKey: String

    @OptionGroup var readerTrust: ReaderTrustOptions

    @Flag(help: "Answer any reader, unsigned requests included.")
    var anyReader = false

    /// Paths of what is read.
    var files: [String] { [document, deviceKey] + readerTrust.files }

    func validate() throws {
        guard anyReader != readerTrust.isGiven else {
            throw ValidationError("give either --any-reader, or --reader-trust, --reader-list or both: only readers they vouch for are answered")
        }
    }

    /// Who holds the document, and whom they trust to ask for it.
    func holder(at time: Instant) throws -> (holder: Holder, trust: ReaderTrustList) {
        let trust = try readerTrust.load(at: time)
        let holder = Holder(
            documents: [try heldDocument()], readerTrust: trust, policy: anyReader ? .anyReader : .trustedReaders,
            tables: try ElementTables.installed())
        return (holder, trust)
    }

    private func heldDocument() throws -> HeldDocument {
        let key = try KeyFile.signingKey(deviceKey, for: "--device-key")
        let bytes = try InputFile(document, for: "--document").item("an IssuerSigned", member: "issuerSigned")
        do {
            return try HeldDocument(issuerSigned: bytes, deviceKey: key)
        } catch {
            throw CommandFailure(error.description, at: document, mend: "check what --document and --device-key are given")
        }
    }
}
