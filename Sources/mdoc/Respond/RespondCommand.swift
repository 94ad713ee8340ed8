import ArgumentParser
import DocumentProvider
import DocumentTrust
import MobileDocument
import RelyingParty

/// `mdoc respond`
struct RespondCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "respond",
        abstract: "What a wallet does: check who asks, and answer with a document.",
        discussion: """
            Example: mdoc respond --request request.json \\
                       --origin https://rentals.example --document licence.mdoc \\
                       --device-key device-key.pem --reader-trust reader/trust \\
                       --out response.json
            """)

    @Option(help: ArgumentHelp("The request as the page passed it on.", valueName: "file"))
    var request: String

    @Option(help: ArgumentHelp("Origin of the page, as the browser reports it.", valueName: "url"), transform: OriginArgument.parse)
    var origin: Origin

    @OptionGroup var answering: AnsweringOptions

    @Option(
        help: ArgumentHelp("An element to keep back, [namespace/]id; may be repeated.", valueName: "element"),
        transform: ElementArgument.reference)
    var withhold: [ElementReference] = []

    @Option(help: ArgumentHelp("Where to write the credential that the page receives.", valueName: "file"))
    var out: String

    @OptionGroup var time: MomentOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let moment = time.moment
        try OutputFile(out).check(apartFrom: [request] + answering.files)
        let (holder, trust) = try answering.holder(at: moment)
        let file = try RequestFile.read(request, encryptionInfo: nil)
        var answer = RequestAnswer(origin: origin, destination: .file(out))
        do {
            let presented = try PresentedRequest(deviceRequest: file.deviceRequest, encryptionInfo: file.encryptionInfo, origin: origin)
            answer.requested = presented.deviceRequest.docRequests.map(\.itemsRequest)
            answer.readers = ReaderAuthenticationVerification.verify(
                presented.deviceRequest, transcript: presented.transcript, trust: trust, origin: origin, at: moment)
            let review = try holder.review(presented, at: moment)
            let accepted = PresentationChoice(acceptingDefaultsOf: review)
            let choice = PresentationChoice(
                documents: accepted.documents, withheld: try withheld(from: answer.requested, review, accepted.documents))
            answer.take(review, choice)
            let sealed = try review.answer(choice)
            try OutputFile(out).write(json: CredentialResponse(sealed: sealed.encoded))
        } catch let error as PresentedRequestError {
            guard case .insecureOrigin = error else {
                throw CommandFailure(error.description, at: request, mend: "check what --request is given")
            }
            (answer.refusal, answer.refusalCode) = (error.description, error.code)
        } catch let refusal as PresentationRefusal {
            (answer.refusal, answer.refusalCode) = (refusal.description, refusal.code)
        }
        try answer.present(output)
    }

    /// What is kept back: what --withhold names, and whatever else would answer it. Each name is of the request or of its answer.
    private func withheld(
        from requested: [ItemsRequest], _ review: RequestReview, _ documents: [Int: Int]
    ) throws -> Set<ElementReference> {
        var released: [ElementReference: [ElementReference]] = [:]
        for (docRequest, document) in documents {
            guard let selection = review.match.candidates[docRequest].first(where: { $0.document == document })?.selection else { continue }
            for (element, answer) in selection.answers {
                released[element.reference, default: []] += answer.references(for: element.reference)
            }
        }
        let asked = requested.flatMap(\.elements).map(\.reference)
        let known = Set(asked).union(released.values.joined())
        for element in withhold where !known.contains(element) {
            throw CommandFailure(
                "the request does not ask for \(element)", at: request, mend: "it asks for \(asked.map(\.description).joined(separator: ", "))")
        }
        return Set(withhold + withhold.flatMap { released[$0] ?? [] })
    }
}
