import ArgumentParser
import IssuingAuthority
import Registrar

/// `mdoc registrar revoke`
struct RegistrarRevokeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Withdraw a certificate or an app's grant; wallets learn it from the next list ('mdoc registrar crl').",
        discussion: "keyCompromise withdraws every certificate of the same key, and none is issued for that key again.")

    @Argument(help: "Serial number of the certificate or grant.")
    var serial: String

    @Option(help: ArgumentHelp("Why.", valueName: "reason"), transform: ChoiceArgument.parse)
    var reason: RevocationReason = .unspecified

    @OptionGroup var options: RegistrarOptions

    func run() throws {
        let moment = options.moment
        let withdrawn = try options.folder().change { (ledger) throws(RegistrarError) in
            if ledger.grants.contains(where: { $0.serialNumber == serial.lowercased() }) {
                return [try ledger.revokeGrant(serial, reason, as: .operator, at: moment).serialNumber]
            }
            return try ledger.revoke(serial, reason, as: .operator, at: moment).map(\.serialNumber)
        }
        try RegistrarReport([
            "serial": serial.lowercased(), "revoked": moment.description, "reason": reason.rawValue,
            "withdrawn": withdrawn.joined(separator: " "),
        ]).present(options.output)
    }
}
