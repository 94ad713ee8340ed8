import ArgumentParser
import IssuingAuthority
import MobileDocument
import RelyingParty

/// `mdoc request create`
struct RequestCreateCommand: ParsableCommand {
    private struct Output: Encodable {
        let origin: String
        let expiresAt: String?
        let session: String
        let request: String
        let readers: [String]
        let documents: [RequestedOutput]
    }

    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make a request: a session to keep secret, and what the page passes to the browser.",
        discussion: """
            Example: mdoc request create --origin https://rentals.example \\
                       --reader reader --element family_name --element portrait:retain \\
                       --element age_over_21 --session session.json --request request.json

            A session that is there already is never replaced.
            """)

    @Option(help: ArgumentHelp("Origin of the page that asks.", valueName: "url"), transform: OriginArgument.parse)
    var origin: Origin

    @Option(
        help: ArgumentHelp("An element, [namespace/]id[:retain]; repeat it for more.", valueName: "element"),
        transform: ElementArgument.requested)
    var element: [ItemsRequest.Element]

    @Option(help: ArgumentHelp("The type of document.", valueName: "type"))
    var docType = DocType.mobileDrivingLicence.rawValue

    @Option(help: ArgumentHelp("Folder of a reader certificate that signs; may be repeated.", valueName: "dir"))
    var reader: [String] = []

    @Flag(help: "Let the first reader sign each document request too, which many wallets read instead.")
    var perDocumentAuth = false

    @Option(help: ArgumentHelp("What the request is for.", valueName: "purpose"))
    var purpose: Purpose?

    @Option(help: ArgumentHelp("How long an answer is accepted.", valueName: "seconds"))
    var expires = 600

    @Option(help: ArgumentHelp("Where to keep the session; it is secret.", valueName: "file"))
    var session: String

    @Option(help: ArgumentHelp("Where to write the request for the page.", valueName: "file"))
    var request: String

    @OptionGroup var time: MomentOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard session != "-" else { throw ValidationError("a session is secret: give --session a file") }
        guard session != request else { throw ValidationError("--session and --request must be different files") }
        guard expires > 0 else { throw ValidationError("--expires must be at least one second") }
        guard !perDocumentAuth || !reader.isEmpty else { throw ValidationError("--per-document-auth needs a --reader") }
    }

    func run() throws {
        let signers = try reader.enumerated().map { index, folder in
            let identity = try Identity.read(folder, name: Identity.reader, for: "--reader")
            return ReaderSigner(
                name: folder, chain: [identity.derEncoded], key: identity.signingKey,
                coverage: perDocumentAuth && index == 0 ? .wholeRequestAndEachDocument : .wholeRequest)
        }
        try checkPlaces()
        let useCases = purpose.map { [UseCase(isMandatory: true, documentSets: [[0]], purposeHints: [UseCase.isoController: $0.code])] }
        let document = RequestedDocument(DocType(rawValue: docType), elements: element)
        let built: (session: PendingSession, request: PresentationRequest)
        do {
            built = try RequestBuilder(documents: [document], useCases: useCases ?? [], signers: signers)
                .build(for: origin, expiresAt: time.moment.advanced(bySeconds: Int64(expires)))
        } catch {
            throw CommandFailure(error.description, mend: "change what is asked for")
        }
        let kept = OutputFile(session)
        try kept.create(json: built.session, isSecret: true)
        do { try OutputFile(request).write(json: built.request) } catch {
            kept.takeBack()
            throw error
        }
        guard request != "-" else { return }
        try present(built.session, document)
    }

    /// Neither file takes the place of what a reader keeps in its folder, nor the request that of the session.
    private func checkPlaces() throws {
        for folder in reader {
            let kept = KeptFiles(folder: folder, option: "--reader", records: [], subfolders: [MadeAuthority.trustFolder])
            try kept.check(OutputFile(session), for: "--session")
            try kept.check(OutputFile(request), for: "--request")
        }
        try OutputFile(request).check(apartFrom: [session], for: "--request")
        try OutputFile(request).checkBeforehand(for: "--request")
    }

    private func present(_ pending: PendingSession, _ document: RequestedDocument) throws {
        let items = ItemsRequest(docType: document.docType, elements: document.elements)
        guard !output.json else {
            return try Console.print(
                json: Output(
                    origin: origin.serialized, expiresAt: pending.expiresAt?.description, session: session, request: request, readers: reader,
                    documents: [RequestedOutput(items)]))
        }
        let text = ElementText.namesOnly
        var page = Page()
        page.line("\(origin) asks for \(document.docType)", .bold)
        for element in document.elements {
            page.line(text.name(element.reference) + (element.intentToRetain ? " · to be kept" : ""), indent: 2)
        }
        let readers = reader.isEmpty ? "nobody; few wallets answer" : reader.joined(separator: ", ")
        page.entry("signed by", labelStyle: .faint, readers, indent: 0, width: 9)
        page.entry("expires", labelStyle: .faint, pending.expiresAt?.description ?? "never", indent: 0, width: 9)
        page.entry("session", labelStyle: .faint, "\(session) (secret)", indent: 0, width: 9)
        page.entry("request", labelStyle: .faint, request, indent: 0, width: 9)
        try Console.print(page)
    }
}
