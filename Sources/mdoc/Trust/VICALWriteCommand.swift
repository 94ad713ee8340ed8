import ArgumentParser
import IssuingAuthority
import MobileDocument

/// `mdoc vical write`
struct VICALWriteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "write",
        abstract: "Sign a list of issuing authorities.",
        discussion: """
            Example: mdoc vical write issuer/iaca.pem --signer lists --provider Utopia \\
                       --issue 1 --doc-type org.iso.18013.5.1.mDL --out vical.cbor

            Every certificate is listed for every --doc-type.
            """)

    @Argument(help: ArgumentHelp("Roots of issuing authorities.", valueName: "file"))
    var certificates: [String]

    @Option(help: ArgumentHelp("Document type; may be repeated.", valueName: "type"))
    var docType: [String]

    @OptionGroup var list: ListWritingOptions

    func run() throws {
        let docTypes = docType.map(DocType.init(rawValue:))
        let draft = VICALDraft(
            provider: list.provider, issueID: list.issue, date: list.time.moment, nextUpdate: list.nextUpdate, notAfter: list.notAfter, url: list.url,
            entries: try certificates.map { .init(try CertificateFile.read($0, for: "vical write"), docTypes: docTypes) })
        try list.write("vical write", of: certificates) { try VICALSigner($0).sign(draft) }
    }
}
