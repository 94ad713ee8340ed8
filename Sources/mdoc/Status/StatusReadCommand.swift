import ArgumentParser
import CBOR
import DocumentTrust
import MobileDocument

/// `mdoc status read`
struct StatusReadCommand: ParsableCommand {
    private struct Output: Encodable {
        var verified: Bool
        var code: String?
        var reason: String?
        var kind: String?
        var issuedAt: String?
        var expiresAt: String?
        var timeToLive: Int64?
        var count: Int?
        var value: Int?
        var isRevoked: Bool?
        var warnings: [String]?
    }

    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Verify a status token and look something up in it.",
        discussion: """
            Example: mdoc status read list.cwt --issuer issuer/trust/iaca.pem \\
                       --uri https://authority.example/status --index 42

            Exits 0 when the token is good and the place valid, 1 when either is not.
            """)

    @Argument(help: ArgumentHelp("The token.", valueName: "file"))
    var token: String

    @Option(help: ArgumentHelp("The root that must vouch for it, or the certificate the documents name.", valueName: "pem"))
    var issuer: String

    @Option(help: ArgumentHelp("The address it was fetched from.", valueName: "uri"))
    var uri: String

    @Option(help: ArgumentHelp("A place in a status list.", valueName: "number"))
    var index: UInt64?

    @Option(help: ArgumentHelp("An identifier in an identifier list.", valueName: "hex"), transform: HexArgument.parse)
    var identifier: [UInt8]?

    @OptionGroup var revocation: RevocationListOptions
    @OptionGroup var time: MomentOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard index == nil || identifier == nil else { throw ValidationError("give --index or --identifier, not both") }
    }

    func run() throws {
        let anchors = try TrustSource.anchors(issuer, for: "--issuer")
        guard anchors.count == 1 else {
            throw CommandFailure("there are \(anchors.count) certificates", at: issuer, mend: "give --issuer the one that must vouch for the token")
        }
        let revocationLists = try revocation.lists(of: anchors)
        let file = try StatusTokenFile(token, for: "'mdoc status read'")
        let list: VerifiedStatusList
        let value: StatusValue?
        do throws(StatusFault) {
            list = try file.verified(from: uri, vouchedBy: anchors[0].certificate)
            if let fault = list.fault(at: time.moment, revocationLists: revocationLists) { throw fault }
            value = try lookUp(in: list)
        } catch {
            try refuse(error)
            throw ExitCode.refused
        }
        try present(list, value)
    }

    private func lookUp(in list: VerifiedStatusList) throws(StatusFault) -> StatusValue? {
        if let index { return try list.value(at: index) }
        if let identifier { return try list.contains(ByteSlice(identifier)) ? .invalid : .valid }
        return nil
    }

    private func refuse(_ fault: StatusFault) throws {
        guard !output.json else {
            return try Console.print(json: Output(verified: false, code: fault.code.rawValue, reason: fault.reason))
        }
        var page = Page()
        page.line("✘ \(fault.code.rawValue): \(fault.reason)", .red)
        try Console.print(page)
    }

    private func present(_ list: VerifiedStatusList, _ value: StatusValue?) throws {
        if output.json {
            try Console.print(
                json: Output(
                    verified: true, kind: list.kind.rawValue, issuedAt: list.issuedAt.description, expiresAt: list.expiresAt.description,
                    timeToLive: list.timeToLive, count: list.count, value: value.map { Int($0.rawValue) }, isRevoked: value.map { $0 != .valid },
                    warnings: list.warnings))
        } else {
            var page = Page()
            let kind = list.kind == .statusList ? "status list" : "identifier list"
            page.line("✔ verified \(kind) with \(list.count.counted("entry", "entries"))", .green)
            page.entry("valid", labelStyle: .faint, "\(list.issuedAt) to \(list.expiresAt)", width: 10)
            if let timeToLive = list.timeToLive { page.entry("refresh", labelStyle: .faint, "\(timeToLive) seconds after it was issued", width: 10) }
            for warning in list.warnings { page.entry("warning", labelStyle: .yellow, warning, width: 10) }
            if let value { page.entry("status", labelStyle: .faint, "\(value)", value == .valid ? .green : .red, width: 10) }
            try Console.print(page)
        }
        if let value, value != .valid { throw ExitCode.refused }
    }
}
