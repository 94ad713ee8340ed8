import ArgumentParser
import DocumentTrust
import MobileDocument

/// `mdoc trust add`
struct TrustAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Trust an authority, once its fingerprint is confirmed.",
        discussion: """
            Example: mdoc trust add iaca.pem --store trust --fingerprint 5f0c... \\
                       --doc-type org.iso.18013.5.1.mDL

            Without --fingerprint the certificate is shown and nothing is trusted. Compare the fingerprint with the one \
            that the authority publishes at a place of its own, then give it. The store is made where there is none.
            """)

    @Argument(help: ArgumentHelp("The root certificate.", valueName: "file"))
    var certificate: String

    @OptionGroup var store: StoreOptions

    @Option(help: ArgumentHelp("SHA-256 of the certificate, as the authority publishes it.", valueName: "hex"), transform: Fingerprint.parse)
    var fingerprint: [UInt8]?

    @OptionGroup var purpose: RoleOptions

    @Option(help: ArgumentHelp("Document type it may vouch for; may be repeated; default: every type.", valueName: "type"))
    var docType: [String] = []

    @Option(
        help: ArgumentHelp("Country, or country/state, it may vouch for; may be repeated; default: any.", valueName: "place"),
        transform: Self.jurisdiction)
    var jurisdiction: [Jurisdiction] = []

    @Option(help: ArgumentHelp("Where the certificate came from; default: the file's name.", valueName: "text"))
    var from: String?

    @OptionGroup var time: MomentOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let certificate = try CertificateFile.read(certificate, for: "trust add")
        let anchor = TrustAnchor(
            certificate, scope: docType.isEmpty ? .anyDocType : .docTypes(Set(docType.map(DocType.init(rawValue:)))),
            jurisdictions: jurisdiction.isEmpty ? nil : Set(jurisdiction),
            provenance: from ?? self.certificate.split(separator: "/").last.map(String.init) ?? self.certificate)
        let role = purpose.role
        guard let fingerprint else {
            var page = Page()
            AnchorOutput(anchor, role: role).set(on: &page)
            try Console.printAside(page)
            throw CommandFailure(
                "nothing is trusted yet", at: self.certificate,
                mend: "compare the SHA-256 with the one the authority publishes and give it as --fingerprint")
        }
        let moment = time.moment
        do throws(TrustStoreError) {
            let store = try TrustStore.exists(at: store.path) || fingerprint != certificate.fingerprint
                ? store.store : TrustStore.create(at: store.path)
            try store.add(
                certificate, confirming: fingerprint, role: role, scope: anchor.scope, jurisdictions: anchor.jurisdictions,
                provenance: anchor.provenance, at: moment)
        } catch { throw error.failure }
        try present(AnchorOutput(anchor, role: role, added: moment))
    }

    private func present(_ anchor: AnchorOutput) throws {
        guard !output.json else { return try Console.print(json: anchor) }
        var page = Page()
        page.line("✔ trusted", .green)
        anchor.set(on: &page)
        try Console.print(page)
    }

    private static func jurisdiction(_ text: String) throws -> Jurisdiction {
        guard let place = Jurisdiction(text) else { throw ValidationError("write it as UT or UT/UT-7") }
        return place
    }
}
