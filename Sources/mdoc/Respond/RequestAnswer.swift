import ArgumentParser
import DocumentProvider
import DocumentTrust
import MobileDocument

/// What a wallet tells its owner: who asks, for what, and what became of it.
struct RequestAnswer {
    /// Where an answer goes.
    enum Destination: Equatable {
        /// A file, or standard output where it is "-".
        case file(String)
        /// The device whose code was scanned.
        case scannedDevice
        /// A device that was linked before, and showed no code.
        case linkedDevice
    }

    private struct Output: Encodable {
        struct Element: Encodable {
            let element: String
            let intentToRetain: Bool
            let answeredBy: [String]
        }

        struct Document: Encodable {
            let docType: String
            let elements: [Element]
        }

        let answered: Bool
        let code: String?
        let reason: String?
        let origin: String
        let readers: [ReaderOutput]
        let documents: [Document]
        let out: String?
    }

    /// A requested element and what answers it.
    private struct Line {
        let element: ItemsRequest.Element
        let answer: [ElementReference]
        let isWithheld: Bool
    }

    private let origin: Origin
    private let destination: Destination
    /// What is asked for.
    var requested: [ItemsRequest] = []
    /// Who signed.
    var readers: ReaderAuthenticationResult?
    /// Why the request is not answered.
    var refusal: String?
    /// The stable code of that.
    var refusalCode: String?
    private var lines: [Int: [Line]] = [:]
    private let text = ElementText.namesOnly

    /// Begins with the page that asks.
    init(origin: Origin, destination: Destination) {
        self.origin = origin
        self.destination = destination
    }

    /// Takes what was found and chosen.
    mutating func take(_ review: RequestReview, _ choice: PresentationChoice) {
        for (docRequest, document) in choice.documents {
            guard let selection = review.match.candidates[docRequest].first(where: { $0.document == document })?.selection else { continue }
            lines[docRequest] = selection.answers.map { requested, answer in
                let references = answer.references(for: requested.reference)
                let released = references.filter { !choice.withheld.contains($0) }
                return Line(element: requested, answer: released, isWithheld: released.count < references.count)
            }
        }
    }

    /// Prints it, beside the credential where that goes to standard output, and ends the command if nothing was answered.
    func present(_ options: OutputOptions) throws {
        let isAside = destination == .file("-") && refusal == nil
        if options.json {
            if !isAside { try Console.print(json: jsonOutput) }
        } else if isAside {
            try Console.printAside(page(for: .standardError))
        } else {
            try Console.print(page(for: .standardOutput))
        }
        guard refusal == nil else { throw ExitCode.refused }
    }

    /// Prints what is asked, and asks whether to share it; or says why it cannot be shared.
    ///
    /// - Parameter isAside: whether standard output is for a program.
    func ask(isAside: Bool) throws {
        var page = askedPage(for: isAside ? .standardError : .standardOutput)
        page.gap()
        page.line("requested on \(destination == .linkedDevice ? "a linked device" : "the device whose code you scanned")", .faint)
        if let refusal {
            page.line("✘ \(refusal)", .red)
            page.line("press Return to decline", .bold)
        } else {
            page.line("share this? type yes to agree", .bold)
        }
        if isAside { try Console.printAside(page) } else { try Console.print(page) }
    }

    private var out: String? {
        guard case .file(let out) = destination, refusal == nil else { return nil }
        return out
    }

    private var jsonOutput: Output {
        Output(
            answered: refusal == nil, code: refusalCode, reason: refusal, origin: origin.serialized,
            readers: (readers?.signatures ?? []).map(ReaderOutput.init),
            documents: requested.indices.map { index in
                Output.Document(
                    docType: requested[index].docType.rawValue,
                    elements: lines(of: index).map {
                        .init(
                            element: $0.element.reference.description, intentToRetain: $0.element.intentToRetain,
                            answeredBy: refusal == nil ? $0.answer.map(\.description) : [])
                    })
            }, out: out)
    }

    private func lines(of index: Int) -> [Line] {
        lines[index] ?? requested[index].elements.map { Line(element: $0, answer: [], isWithheld: false) }
    }

    private func askedPage(for descriptor: FileDescriptor) -> Page {
        var page = Page(for: descriptor)
        page.line("\(origin) asks", .bold)
        for signature in readers?.signatures ?? [] { ReaderPage.set(signature, on: &page) }
        if readers?.signatures.isEmpty == true { page.line("! nobody signed the request", .yellow) }
        for index in requested.indices {
            page.gap()
            page.line("for \(requested[index].docType)", .bold)
            let lines = lines(of: index)
            let width = min(lines.map { text.name($0.element.reference).columns }.max() ?? 0, 32)
            for line in lines {
                page.entry(text.name(line.element.reference), remark(line, isReviewed: self.lines[index] != nil), width: width)
            }
        }
        return page
    }

    private func page(for descriptor: FileDescriptor) -> Page {
        var page = askedPage(for: descriptor)
        page.gap()
        if let refusal {
            page.line("✘ not answered: \(refusal)", .red)
        } else {
            page.line("✔ answered: \(place)", .green)
        }
        return page
    }

    private var place: String {
        switch destination {
        case .file("-"): "written to standard output"
        case .file(let out): "written to \(out)"
        case .scannedDevice, .linkedDevice: "sent to the other device"
        }
    }

    private func remark(_ line: Line, isReviewed: Bool) -> String {
        let retention = line.element.intentToRetain ? "to be kept" : "not to be kept"
        guard isReviewed else { return retention }
        if line.isWithheld { return retention + " · kept back" }
        if line.answer.isEmpty { return retention + " · not in the document" }
        guard line.answer != [line.element.reference] else { return retention }
        return retention + " · answered by " + line.answer.map(text.name).joined(separator: ", ")
    }
}
