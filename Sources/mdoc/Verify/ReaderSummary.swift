import ArgumentParser
import DocumentProvider
import DocumentTrust
import MobileDocument

/// Who signed a request, for people or as JSON.
struct ReaderSummary {
    private struct Output: Encodable {
        let verdict: VerificationOutput.Verdict
        let code: String?
        let reason: String?
        let origin: String
        let readers: [ReaderOutput]
        let documents: [RequestedOutput]
    }

    let request: DeviceRequest
    let readers: ReaderAuthenticationResult
    let origin: Origin

    private var isTrusted: Bool { readers.isTrusted(for: request) }

    /// Prints the summary and ends the command with the verdict's exit code.
    func present(_ options: OutputOptions, at time: Instant) throws {
        if options.json {
            try Console.print(
                json: Output(
                    verdict: isTrusted ? .verified : .refused, code: nil, reason: nil, origin: origin.serialized,
                    readers: readers.signatures.map(ReaderOutput.init),
                    documents: request.docRequests.map { RequestedOutput($0.itemsRequest) }))
        } else {
            try Console.print(page(at: time))
        }
        guard isTrusted else { throw ExitCode.refused }
    }

    /// Says why the request is not even looked at.
    static func presentRefusal(_ error: PresentedRequestError, origin: Origin, _ options: OutputOptions) throws {
        guard !options.json else {
            return try Console.print(
                json: Output(
                    verdict: .refused, code: error.code, reason: error.description, origin: origin.serialized, readers: [], documents: []))
        }
        var page = Page()
        page.line("✘ refused: \(error)", .red)
        try Console.print(page)
    }

    private func page(at time: Instant) -> Page {
        let text = ElementText.namesOnly
        var page = Page()
        if isTrusted {
            page.line("✔ verified: a trusted reader asks, judged at \(time)", .green)
        } else {
            page.line("✘ refused: no trusted reader stands behind the whole request, judged at \(time)", .red)
        }
        if readers.signatures.isEmpty { page.line("because nobody signed the request", indent: 2) }
        for items in request.docRequests.map(\.itemsRequest) {
            page.gap()
            page.line("\(origin) asks for \(items.docType)", .bold)
            let width = min(items.elements.map { text.name($0.reference).columns }.max() ?? 0, 32)
            for element in items.elements {
                page.entry(text.name(element.reference), element.intentToRetain ? "to be kept" : "not to be kept", width: width)
            }
        }
        for signature in readers.signatures {
            page.gap()
            ReaderPage.set(signature, on: &page)
            ChecksPage.set(signature.report.checks, title: "Checks of this signature", on: &page)
        }
        return page
    }
}
