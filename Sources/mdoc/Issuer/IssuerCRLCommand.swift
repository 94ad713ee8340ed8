import ArgumentParser
import DocumentTrust
import IssuingAuthority
import MobileDocument

/// `mdoc issuer crl`
struct IssuerCRLCommand: ParsableCommand {
    private struct Output: Encodable {
        let list: String
        let number: UInt64
        let withdrawn: Int
        let from: String
        let until: String
    }

    static let configuration = CommandConfiguration(
        commandName: "crl",
        abstract: "Sign the next revocation list, in DER.",
        discussion: """
            Example: mdoc issuer crl --issuer issuer --out iaca.crl
                     mdoc issuer crl --issuer issuer --revoke issuer/signer-5f0c.pem \\
                       --reason superseded --out iaca.crl

            What was withdrawn is on every later list. It is kept in crl.json in the issuer's folder, with the number and \
            the time of the last list. An authority without that file begins with --first, and only where no list was \
            ever signed.
            """)

    @Option(help: ArgumentHelp("Folder of the issuing authority.", valueName: "dir"))
    var issuer: String

    @Option(help: ArgumentHelp("Withdraw a certificate, for good; may be repeated.", valueName: "pem"))
    var revoke: [String] = []

    @Option(help: ArgumentHelp("Why; the folder keeps it, the list does not say it.", valueName: "reason"), transform: ChoiceArgument.parse)
    var reason: RevocationReason?

    @Flag(help: "Begin with list 1, where crl.json is missing since no list was ever signed.")
    var first = false

    @Option(help: ArgumentHelp("Hours until the next list is due, 1 to 2160.", valueName: "hours"))
    var hours = 24

    @Option(help: ArgumentHelp("Where the list goes.", valueName: "file"))
    var out: String

    @OptionGroup var order: ListOrderOptions
    @OptionGroup var time: MomentOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard reason == nil || !revoke.isEmpty else { throw ValidationError("--reason needs --revoke") }
        let longest = RevocationListContent.maximumDays * 24
        guard (1...longest).contains(hours) else { throw ValidationError("--hours must be from 1 to \(longest)") }
    }

    func run() throws {
        let folder = try IssuerFolder(issuer)
        let file = OutputFile(out)
        try IssuerFolder.kept(in: issuer).check(file)
        let certificates = try revoke.map { try Self.certificate($0, issuedBy: folder.root) }
        let (withdrawn, moment) = try folder.locked(writing: file) {
            // Only now: what another program has signed meanwhile is not of a later time.
            let moment = time.moment
            let (list, withdrawn) = try sign(certificates, in: folder, at: moment)
            return (list, (withdrawn, moment))
        }
        guard out != "-" else { return }
        try present(withdrawn, from: moment)
    }

    /// Signs the next list, and keeps what it says in the record.
    private func sign(
        _ certificates: [ParsedCertificate], in folder: IssuerFolder, at moment: Instant
    ) throws -> (bytes: [UInt8], value: WithdrawnCertificates) {
        var withdrawn = try record(in: folder)
        try withdrawn.signed.checkPlace(
            of: OutputFile(out), at: moment, order, for: folder.root.identity, record: folder.file(IssuerFolder.recordFile))
        for certificate in certificates {
            withdrawn.withdraw(Array(certificate.certificate.serialNumber.bytes), reason ?? .unspecified, at: moment)
        }
        let list: [UInt8]
        do { list = try withdrawn.nextList(by: folder.root, at: moment, hours: hours) } catch {
            throw error.failure(at: folder.file(IssuerFolder.recordFile), mend: "restore it from a copy, or change --at", options: [:])
        }
        // Before the list is handed out: no number is used twice, and nothing that was withdrawn is forgotten.
        try OutputFile(folder.file(IssuerFolder.recordFile)).write(json: withdrawn)
        return (list, withdrawn)
    }

    private func record(in folder: IssuerFolder) throws -> WithdrawnCertificates {
        let path = folder.file(IssuerFolder.recordFile)
        guard let withdrawn = try WithdrawnCertificates.read(in: folder.path) else {
            guard first else {
                throw CommandFailure(
                    "the record is missing, and without it a list would forget who was withdrawn", at: path,
                    mend: "restore it from a copy; if no list was ever signed, give --first")
            }
            return WithdrawnCertificates()
        }
        guard !first else { throw CommandFailure("there is a record of the lists already", at: path, mend: "leave out --first") }
        return withdrawn
    }

    private static func certificate(_ path: String, issuedBy root: IssuerRoot) throws -> ParsedCertificate {
        let certificate = try CertificateFile.read(path, for: "--revoke")
        guard root.hasIssued(certificate.certificate) else {
            throw CommandFailure("the authority did not issue this certificate", at: path, mend: "give --revoke the certificate of one of its signers")
        }
        return certificate
    }

    private func present(_ withdrawn: WithdrawnCertificates, from moment: Instant) throws {
        let until = moment.advanced(bySeconds: Int64(hours) * 3_600)
        guard !output.json else {
            return try Console.print(
                json: Output(
                    list: out, number: withdrawn.lastNumber, withdrawn: withdrawn.count, from: moment.description, until: until.description))
        }
        var page = Page()
        page.line("✔ signed revocation list \(withdrawn.lastNumber) with \(withdrawn.count.counted("certificate", "certificates"))", .green)
        page.entry("valid", labelStyle: .faint, "\(moment) to \(until)", width: 5)
        page.entry("list", labelStyle: .faint, out, width: 5)
        try Console.print(page)
    }
}
