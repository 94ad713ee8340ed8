import ArgumentParser
import Foundation
import VerifyWithWallet

/// `docking-pass`: the app. It links no verifier and has no key: what the wallet gives goes to the office as it is.
@main
struct DockingPass: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "docking-pass", abstract: "Ask for a berth: the harbour has to know that you are of age, and what you look like.",
        discussion: "Example: docking-pass --office http://127.0.0.1:8470 --grant docking-pass.grant --certificate merchant.pem")

    @Option(help: ArgumentHelp("The harbour office.", valueName: "url"))
    var office = "http://127.0.0.1:8470"

    @Option(help: ArgumentHelp("What the registrar has granted to this very program.", valueName: "file"))
    var grant: String

    @Option(help: ArgumentHelp("The office's encryption certificate (PEM), by the same registrar.", valueName: "file"))
    var certificate: String

    func run() async throws {
        guard let token = try? String(contentsOfFile: grant, encoding: .utf8), let text = try? String(contentsOfFile: certificate, encoding: .utf8),
            let merchant = Data(base64Encoded: text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }.joined())
        else { throw ValidationError("the grant or the certificate cannot be read") }
        let wallet = LocalWallet(
            grant: token.trimmingCharacters(in: .whitespacesAndNewlines), merchantCertificate: Array(merchant),
            locale: Locale.current.language.languageCode?.identifier ?? "en",
            openWindow: { Self.say("Decide at \($0)") }, explain: { Self.say("The wallet says: \($0)") })
        let controller = IdentityAuthorizationController(wallet: wallet)
        let descriptor = try Self.descriptor()
        // Where it is false an app hides its button, and offers another way.
        guard await controller.canRequestDocument(descriptor) else { return Self.say("No document here can be asked for. Come to the harbour office instead.") }
        let office = HarbourOffice(address: office)
        do {
            let transaction = try await office.begin()
            let document = try await controller.requestDocument(
                IdentityRequest(
                    descriptor: descriptor, merchantIdentifier: transaction.merchantIdentifier, nonce: transaction.nonce,
                    usageDescription: "To give your ship a berth."))
            Self.say(try await office.finish(transaction, with: document.encryptedData))
        } catch let error as IdentityError { Self.say("No berth: \(error)") }
    }

    /// Prints a line at once, also where nobody sits at the terminal.
    private static func say(_ line: String) { try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8)) }

    private static func descriptor() throws -> DriversLicenseDescriptor {
        var licence = DriversLicenseDescriptor()
        licence.addElements([try .age(atLeast: 21), .portrait], intentToStore: .willNotStore)
        return licence
    }
}
