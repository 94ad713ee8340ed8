import ArgumentParser
import DocumentTrust
import MobileDocument

/// Who signed a request, for people or as JSON.
struct ReaderSummary {
    private struct Output: Encodable {
        let verdict: VerificationOutput.Verdict
        let origin: String
        let readers: [ReaderOutput]
        let documents: [RequestedOutput]
    }

    let request: DeviceRequest
    let readers: ReaderAuthenticationResult
    let origin: Origin

    /// Whether a trusted reader stands behind every document request.
    private var isTrusted: Bool {
        request.docRequests.indices.allSatisfy { index in readers.signatures(covering: index).contains { $0.outcome == .trusted } }
    }

    /// Prints the summary and ends the command with the verdict's exit code.
    func present(_ options: OutputOptions, at time: Instant) throws {
        if options.json {
            try Console.print(
                json: Output(
                    verdict: isTrusted ? .verified : .refused, origin: origin.serialized, readers: readers.signatures.map(ReaderOutput.init),
                    documents: request.docRequests.map { RequestedOutput($0.itemsRequest) }))
        } else {
            try Console.print(page(at: time))
        }
        guard isTrusted else { throw ExitCode.refused }
    }

    private func page(at time: Instant) -> Page {
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
            let width = min(items.elements.map { ElementText.name($0.reference).count }.max() ?? 0, 32)
            for element in items.elements {
                page.entry(ElementText.name(element.reference), element.intentToRetain ? "to be kept" : "not to be kept", width: width)
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
