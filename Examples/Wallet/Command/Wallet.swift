import ArgumentParser
import ProviderCommands

/// `wallet`
@main
struct Wallet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallet",
        abstract: "Documents of any issuer, shown to registered readers only.",
        discussion: """
            Example: wallet trust --issuer issuer/trust/iaca.pem --reader registrar/trust/registrar-ca.pem
                     wallet key licence
                     wallet add licence.mdoc --key licence --title "Driving licence" --reviewer "Utopia Department of Mobility"
            """,
        subcommands: [
            TrustCommand.self, KeyCommand.self, AddCommand.self, ListCommand.self, ShowCommand.self, RemoveCommand.self, RegisterCommand.self,
            SimulateCommand.self, SimulatorKeyCommand.self,
        ])
}
