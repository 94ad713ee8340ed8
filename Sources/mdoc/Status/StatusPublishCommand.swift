import ArgumentParser
import DocumentTrust
import IssuingAuthority
import MobileDocument

/// `mdoc status publish`
struct StatusPublishCommand: ParsableCommand {
    private struct Output: Encodable {
        let token: String
        let kind: String
        let uri: String
        let count: Int
        let revoked: Int
        let issuedAt: String
        let expiresAt: String
    }

    /// What was signed, and what it holds.
    private struct Published {
        let token: [UInt8]
        let count: Int
        let revoked: Int
        /// Whether it revokes and suspends whom the list does in whose place it is put.
        let keepsFormer: Bool
    }

    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Sign a status list, or with --identifiers an identifier list.",
        discussion: """
            Example: mdoc status publish --issuer issuer --previous list.cwt \\
                       --uri https://authority.example/status --revoke 42 --out list.cwt

            Makes status.pem and its key in the issuer's folder if they are not there. What --previous revoked stays \
            revoked; without it a new list begins, and --out must not be there yet. No list takes the place of one that \
            revokes more.
            """)

    @Option(help: ArgumentHelp("Folder of the issuing authority.", valueName: "dir"))
    var issuer: String

    @Option(help: ArgumentHelp("Address of the list, which documents name.", valueName: "uri"), transform: AddressArgument.parseFormer)
    var uri: String

    @Option(help: ArgumentHelp("The token published before.", valueName: "file"))
    var previous: String?

    @Flag(help: "Publish an identifier list; --revoke then takes hex.")
    var identifiers = false

    @Option(help: ArgumentHelp("Number of places of a new status list.", valueName: "number"))
    var count = 131_072

    @Option(help: ArgumentHelp("Bits of each place of a new status list: 1, 2, 4 or 8.", valueName: "number"))
    var bits = 1

    @Option(help: ArgumentHelp("Revoke a document, for good: its index, or hex of its identifier; may be repeated.", valueName: "entry"))
    var revoke: [String] = []

    @Option(help: ArgumentHelp("Suspend the document of this index; may be repeated.", valueName: "number"))
    var suspend: [Int] = []

    @Option(help: ArgumentHelp("End the suspension of this index; may be repeated.", valueName: "number"))
    var reinstate: [Int] = []

    @Option(help: ArgumentHelp("Days until the token ends.", valueName: "number"))
    var days = 7

    @Option(help: ArgumentHelp("Seconds after which verifiers should fetch a newer one.", valueName: "seconds"))
    var ttl: Int64?

    @Option(help: ArgumentHelp("Where to write the token.", valueName: "file"))
    var out: String

    @OptionGroup var order: ListOrderOptions
    @OptionGroup var time: MomentOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !identifiers || (suspend.isEmpty && reinstate.isEmpty) else { throw ValidationError("an identifier list knows no suspension") }
        guard StatusValueBits(rawValue: bits) != nil else { throw ValidationError("--bits must be 1, 2, 4 or 8") }
        // Only a new list: documents that name an old one must still be revoked.
        if previous == nil, let fault = AddressArgument.fault(uri) { throw ValidationError("--uri: \(fault)") }
    }

    func run() throws {
        let folder = try IssuerFolder(issuer)
        let file = OutputFile(out)
        try IssuerFolder.kept(in: issuer).check(file)
        // Such as a pipe: whoever writes to it may wait for the folder, too.
        var piped: VerifiedStatusList?
        if let previous, FileIdentity(previous)?.hasContent != true { piped = try resumed(previous, root: folder.root.identity) }
        let (published, moment) = try folder.locked(writing: file) {
            // Only now: what another program has published meanwhile is not of a later time.
            let moment = time.moment
            let published = try publish(goingOnFrom: piped ?? previous.map { try resumed($0, root: folder.root.identity) }, in: folder, at: moment)
            return (published.token, (published, moment))
        }
        if AddressArgument.fault(uri) != nil {
            try Console.printAside(text: "mdoc: verifiers fetch nothing from \(uri), as it is not https; let new documents name another list\n")
        }
        guard out != "-" else { return }
        try present(published, issuedAt: moment)
    }

    /// Signs the next list, in a folder that is locked: so it goes on from what everybody else has published by then.
    private func publish(goingOnFrom resumed: VerifiedStatusList?, in folder: IssuerFolder, at moment: Instant) throws -> Published {
        let file = OutputFile(out)
        guard resumed != nil || !file.isThere else {
            throw CommandFailure(
                "there is a published list already, and a new one would forget whom it revokes", at: out,
                mend: "go on from it with --previous, or give --out another file")
        }
        let former = try self.former(of: file, root: folder.root.identity)
        for (list, path) in [(resumed, previous ?? out), (former, out)] {
            if let list { try order.check(moment, follows: list.issuedAt, at: path) }
        }
        let signer = try StatusSignerFile(folder: folder).signer(at: moment)
        let published: Published
        do throws(IssuingError) {
            let period = try StatusTokenPeriod(issuedAt: moment, expiresAt: moment.advanced(byDays: days), timeToLive: ttl)
            published = try identifiers ? identifierList(resumed, former, period, signer) : statusList(resumed, former, period, signer)
        } catch {
            let isBeyondSigner = error.code == .statusPeriod
            throw error.failure(
                mend: isBeyondSigner ? "change --days or --ttl, or make a new signer with 'mdoc issuer signer --status'" : "see 'mdoc status publish --help'")
        }
        guard published.keepsFormer else {
            throw CommandFailure(
                "the list there revokes or suspends documents that would be valid again", at: out,
                mend: "give --previous the newest list; --reinstate ends a suspension")
        }
        return published
    }

    /// The list that the next one takes the place of; nil where there is none.
    private func former(of file: OutputFile, root: CertifiedKey) throws -> VerifiedStatusList? {
        guard !file.isStandardOutput, FileIdentity(file.path)?.hasContent == true else { return nil }
        guard let list = try? resumed(file.path, root: root) else {
            throw CommandFailure(
                "what is there is not a list of this authority for \(uri), and might revoke more than the next one", at: file.path,
                mend: "give --out another file")
        }
        return list
    }

    private func resumed(_ path: String, root: CertifiedKey) throws -> VerifiedStatusList {
        let file = try StatusTokenFile(path, for: "--previous")
        do {
            return try file.verified(from: uri, vouchedBy: try ParsedCertificate(.init(root.derEncoded)))
        } catch {
            throw CommandFailure("\(error)", at: path, mend: "give --previous the token last published at --uri")
        }
    }

    private func statusList(
        _ resumed: VerifiedStatusList?, _ former: VerifiedStatusList?, _ period: StatusTokenPeriod, _ signer: CertifiedKey
    ) throws(IssuingError) -> Published {
        var list: StatusListPublisher
        if let resumed {
            list = try StatusListPublisher(resuming: resumed)
        } else {
            list = try StatusListPublisher(uri: uri, count: count, bits: StatusValueBits(rawValue: bits) ?? .one)
        }
        for entry in revoke {
            guard let index = Int(entry) else { throw IssuingError(.statusIndex, "\"\(entry)\" is not the index of a place") }
            try list.revoke(index)
        }
        for index in suspend { try list.suspend(index) }
        for index in reinstate { try list.reinstate(index) }
        var revoked = 0
        for index in 0..<list.count {
            if try list.value(at: index) == .invalid { revoked += 1 }
        }
        let keepsFormer = former.map { list.keeps($0, exceptReinstated: Set(reinstate)) } ?? true
        return Published(token: try list.token(period, signer: signer), count: list.count, revoked: revoked, keepsFormer: keepsFormer)
    }

    private func identifierList(
        _ resumed: VerifiedStatusList?, _ former: VerifiedStatusList?, _ period: StatusTokenPeriod, _ signer: CertifiedKey
    ) throws(IssuingError) -> Published {
        var list: IdentifierListPublisher
        if let resumed { list = try IdentifierListPublisher(resuming: resumed) } else { list = try IdentifierListPublisher(uri: uri) }
        for entry in revoke {
            guard let identifier = try? HexArgument.parse(entry) else { throw IssuingError(.statusIndex, "\"\(entry)\" is not an identifier in hex") }
            list.revoke(identifier)
        }
        let keepsFormer = former.map { list.keeps($0) } ?? true
        return Published(token: try list.token(period, signer: signer), count: list.count, revoked: list.count, keepsFormer: keepsFormer)
    }

    private func present(_ published: Published, issuedAt: Instant) throws {
        let kind = identifiers ? "identifier list" : "status list"
        let expiresAt = issuedAt.advanced(byDays: days)
        guard !output.json else {
            return try Console.print(
                json: Output(
                    token: out, kind: kind, uri: uri, count: published.count, revoked: published.revoked, issuedAt: issuedAt.description,
                    expiresAt: expiresAt.description))
        }
        var page = Page()
        page.line("✔ signed \(identifiers ? "an" : "a") \(kind) with \(published.count.counted("entry", "entries"))", .green)
        page.entry("revoked", labelStyle: .faint, published.revoked.counted("document", "documents"), width: 10)
        page.entry("valid", labelStyle: .faint, "\(issuedAt) to \(expiresAt)", width: 10)
        page.entry("token", labelStyle: .faint, out, width: 10)
        try Console.print(page)
    }
}
