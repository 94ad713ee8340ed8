import ArgumentParser
import Registrar

/// `mdoc registrar crl`
struct RegistrarCRLCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "crl", abstract: "Sign the next revocation list, in DER.",
        discussion: """
            Example: mdoc registrar crl --out readers.crl --registrar registrar

            A list takes the place of none that the ledger does not know, as after an older copy of it was put back: \
            docs/registrar.md says what to do then.
            """)

    @Option(help: ArgumentHelp("Where the list goes.", valueName: "file"))
    var out: String

    @Option(help: ArgumentHelp("Hours until the next list is due, 1 to 168.", valueName: "hours"))
    var hours = 24

    @OptionGroup var order: ListOrderOptions
    @OptionGroup var options: RegistrarOptions

    func run() throws {
        let folder = options.folder()
        let authority = try folder.signer()
        let file = OutputFile(out)
        try folder.kept.check(file)
        let (number, moment) = try folder.locked(writing: file) {
            // Only now: what another program has signed meanwhile is not of a later time.
            let moment = options.moment
            try folder.read().signedLists.checkPlace(
                of: file, at: moment, order, for: authority.identity, record: "\(folder.path)/\(RegistrarFolder.ledgerName)")
            return try folder.change { (ledger) throws(RegistrarError) in
                (try ledger.revocationList(by: authority, at: moment, hours: hours), (ledger.lastListNumber, moment))
            }
        }
        guard !file.isStandardOutput else { return }
        try RegistrarReport([
            "list": out, "number": "\(number)", "from": moment.description, "until": moment.advanced(bySeconds: Int64(hours) * 3_600).description,
        ]).present(options.output)
    }
}
