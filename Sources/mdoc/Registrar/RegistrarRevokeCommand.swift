import ArgumentParser
import IssuingAuthority
import Registrar

/// `mdoc registrar revoke`
struct RegistrarRevokeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Withdraw a certificate; wallets learn it from the next list ('mdoc registrar crl').")

    @Argument(help: "Serial number of the certificate.")
    var serial: String

    @Option(help: ArgumentHelp("Why.", valueName: "reason"), transform: ChoiceArgument.parse)
    var reason: RevocationReason = .unspecified

    @OptionGroup var options: RegistrarOptions

    func run() throws {
        let moment = options.moment
        try options.folder().change { (ledger) throws(RegistrarError) in try ledger.revoke(serial, reason, at: moment) }
        try RegistrarReport(["serial": serial.lowercased(), "revoked": moment.description, "reason": reason.rawValue]).present(options.output)
    }
}
