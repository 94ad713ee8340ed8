import ArgumentParser
import COSE
import ProviderCommands

/// `wallet key`
struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Make a device key, and print its public half in PEM for an issuer.")

    @Argument(help: ArgumentHelp("What to call it: letters, digits, - and _.", valueName: "label"))
    var label: String

    @OptionGroup var options: FolderOptions

    func run() throws {
        let key = try options.open().keys.makeKey(label: label)
        guard case .p256(let publicKey) = try key.publicKey.verificationKey() else { throw ExitCode.failure }
        print(publicKey.pemRepresentation)
    }
}
