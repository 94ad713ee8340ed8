import ArgumentParser
import DocumentProvider
import DocumentTrust
import MobileDocument
import RelyingParty

/// A verification as commands present it: for people, or as JSON in its stable form.
struct VerificationSummary {
    /// A verified document.
    struct Document {
        /// Its position in the answer, by which checks name it; nil for one that stands alone.
        let position: Int?
        let docType: DocType
        let signer: SignerDescription
        let validity: ValidityInfo
        let issuerSigned: [VerifiedElement]
        let deviceSigned: [VerifiedElement]
        /// Who issued it by its own elements, beside what the certificates name.
        let issuer: IssuerIdentification
    }

    /// The stable form.
    private(set) var output: VerificationOutput
    /// Every check.
    private(set) var report: VerificationReport
    /// The documents; none unless verified.
    private(set) var documents: [Document]
    /// How the answer compares with the request; nil where there is no request.
    let comparison: RequestComparison?
    /// Who signed the request, where that was verified too.
    private(set) var readers: ReaderAuthenticationResult?

    /// Takes the result of verifying a response.
    init(_ result: Verdict) {
        output = result.output
        report = result.report
        let comparison: RequestComparison
        switch result {
        case .verified(let response):
            comparison = response.comparison
            documents = response.documents.map {
                Document(
                    position: $0.position, docType: $0.docType, signer: $0.signer, validity: $0.validity, issuerSigned: $0.issuerSigned,
                    deviceSigned: $0.deviceSigned, issuer: $0.issuer)
            }
        case .refused(let refusal):
            comparison = refusal.comparison
            documents = []
        case .mock(let response):
            comparison = response.comparison
            documents = []
        }
        self.comparison = comparison.asked.isEmpty ? nil : comparison
    }

    /// Takes the result of verifying a document as issued.
    init(_ result: IssuedDocumentVerification.Result) {
        output = result.output
        comparison = nil
        switch result {
        case .verified(let document):
            report = document.report
            documents = [
                Document(
                    position: nil, docType: document.docType, signer: document.signer, validity: document.validity,
                    issuerSigned: document.elements, deviceSigned: [], issuer: document.issuer)
            ]
        case .refused(let report):
            self.report = report
            documents = []
        }
    }

    /// Adds what became of the request's own signatures. A request nobody trusted stands behind takes the verdict along;
    /// where somebody does, the faults of further signatures are warnings.
    mutating func add(_ readers: ReaderAuthenticationResult, of request: DeviceRequest) {
        self.readers = readers
        let isTrusted = readers.isTrusted(for: request)
        if readers.signatures.isEmpty { report.record(.readerSignature, .failed, "nobody signed the request") }
        for check in readers.signatures.flatMap(\.report.checks) {
            let isTolerated = isTrusted && check.outcome == .failed
            report.record(check.identifier, isTolerated ? .warning : check.outcome, check.reason)
        }
        let verdict = isTrusted || output.verdict != .verified ? output.verdict : .refused
        if verdict != .verified { documents = [] }
        output = VerificationOutput(
            verdict: verdict, report: report, documents: verdict == .verified ? output.documents : nil, asked: comparison?.asked ?? [],
            answered: comparison?.answered ?? [], missing: comparison?.missing ?? [], unrequested: comparison?.unrequested ?? [])
    }

    /// Prints the summary and ends the command with the verdict's exit code.
    func present(_ options: OutputOptions, _ masks: MaskOptions, at time: Instant) throws {
        let text = try ElementText.installed(masks)
        if options.json {
            try Console.print(json: output(by: text))
        } else {
            try Console.print(VerificationPage.page(for: self, text, at: time))
        }
        guard output.verdict == .verified else { throw ExitCode(output.verdict) }
    }

    /// The stable form, with as much of each value as a page shows.
    private func output(by text: ElementText) -> VerificationOutput {
        var shown = output
        if shown.documents != nil {
            shown.documents = documents.map {
                VerificationOutput.Document(
                    position: $0.position, docType: $0.docType, signer: $0.signer, validity: $0.validity, issuerSigned: $0.issuerSigned,
                    deviceSigned: $0.deviceSigned, json: text.json(of:))
            }
        }
        return shown
    }
}
