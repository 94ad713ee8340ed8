import ArgumentParser
import Foundation
import IdentityDocumentServices
import MobileDocument
import ProviderCommands
import ProviderDocuments

/// `wallet add`
struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Take in a document that was issued to a device key of this wallet, and register it.")

    @Argument(help: ArgumentHelp("The document as issued (mdoc issuer issue --out).", valueName: "file"))
    var file: String

    @Option(help: ArgumentHelp("The key it was issued to.", valueName: "label"))
    var key: String

    @Option(help: ArgumentHelp("What to call it.", valueName: "text"))
    var title: String

    @Option(help: ArgumentHelp("Its type.", valueName: "type"))
    var docType = DocType.mobileDrivingLicence.rawValue

    @Option(help: ArgumentHelp("Who made sure that it is yours.", valueName: "name"))
    var reviewer: String

    @Flag(help: "This is a second device that belongs to another, such as a watch; not every issuer provisions those.")
    var companion = false

    @OptionGroup var options: FolderOptions

    func run() async throws {
        guard let issued = FileManager.default.contents(atPath: file) else { throw ValidationError("cannot read \(file)") }
        let folder = try options.open()
        let registrations = IdentityDocumentProviderRegistrationStore()
        guard let enrolment = await registrations.currentEnrolment else {
            throw ValidationError(
                """
                no PIN or passkey is known to bind the document to; start the wallet broker, with a provider installed whose manifest names this \
                program among its apps, enrol one (mdoc-broker enrol), and add it then
                """)
        }
        let document = try folder.documents.provision(
            Array(issued), docType: DocType(rawValue: docType), title: title, keyLabel: key, enrolment: enrolment,
            proofing: Proofing(reviewer: reviewer, time: FolderOptions.now), trust: folder.issuers(), isCompanion: companion, at: FolderOptions.now)
        print(DocumentLines.summary(document, owner: document.ownerEnrolment, at: FolderOptions.now))
        var fault: (any Error)?
        do { try await folder.register(in: registrations) } catch { fault = error }
        print("  " + DocumentLines.registration(fault))
    }
}
