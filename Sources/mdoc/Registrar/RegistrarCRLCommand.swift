import ArgumentParser
import Registrar

/// `mdoc registrar crl`
struct RegistrarCRLCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "crl", abstract: "Sign the next revocation list, in DER.")

    @Option(help: ArgumentHelp("Where the list goes.", valueName: "file"))
    var out: String

    @Option(help: ArgumentHelp("Hours until the next list is due, 1 to 168.", valueName: "hours"))
    var hours = 24

    @OptionGroup var options: RegistrarOptions

    func run() throws {
        let folder = options.folder()
        let authority = try folder.signer()
        let moment = options.moment
        let file = OutputFile(out)
        try file.checkBeforehand()
        let (list, number) = try folder.change { (ledger) throws(RegistrarError) in
            (try ledger.revocationList(by: authority, at: moment, hours: hours), ledger.lastListNumber)
        }
        try file.write(binary: list)
        guard !file.isStandardOutput else { return }
        try RegistrarReport([
            "list": out, "number": "\(number)", "from": moment.description, "until": moment.advanced(bySeconds: Int64(hours) * 3_600).description,
        ]).present(options.output)
    }
}
