import DocumentTrust
import MobileDocument
import RelyingParty

/// Lays a verification out for people: the verdict, what is verified, then the checks. Elements appear only when verified.
enum VerificationPage {
    /// The page.
    static func page(for summary: VerificationSummary, _ text: ElementText, at time: Instant) -> Page {
        var page = Page()
        setVerdict(summary, time, on: &page)
        for document in summary.documents {
            page.gap()
            set(document, isAnswer: summary.comparison != nil, text, on: &page)
        }
        if let comparison = summary.comparison {
            page.gap()
            set(comparison, text, on: &page)
        }
        if let readers = summary.readers, !readers.signatures.isEmpty {
            page.gap()
            for signature in readers.signatures { ReaderPage.set(signature, on: &page) }
        }
        ChecksPage.set(summary.report.checks, on: &page)
        return page
    }

    private static func setVerdict(_ summary: VerificationSummary, _ time: Instant, on page: inout Page) {
        let rest = "under profile \(summary.report.profile), judged at \(time)"
        switch summary.output.verdict {
        case .verified: page.line("✔ verified \(rest)", .green)
        case .refused: page.line("✘ refused \(rest)", .red)
        case .mock: page.line("◌ mock data \(rest): a simulator made it, nothing in it is real", .yellow)
        }
        guard summary.output.verdict == .refused else { return }
        let failures = ChecksPage.counted(summary.report.failures.map(\.identifier.rawValue)).joined(separator: ", ")
        page.line("failed: \(failures.isEmpty ? "nothing, but the device's proof could not be checked" : failures)", indent: 2)
    }

    private static func set(_ document: VerificationSummary.Document, isAnswer: Bool, _ text: ElementText, on page: inout Page) {
        page.line("Document \((document.position ?? 0) + 1): \(document.docType)", .bold)
        let width = 9
        page.entry("issued by", labelStyle: .faint, document.signer.subject, width: width)
        page.entry("authority", labelStyle: .faint, "\(document.signer.authority) (\(document.signer.provenance))", width: width)
        set(document.issuer, width: width, text, on: &page)
        page.entry("signed", labelStyle: .faint, document.validity.signed.instant.description, width: width)
        page.entry(
            "valid", labelStyle: .faint, "\(document.validity.validFrom.instant) to \(document.validity.validUntil.instant)", width: width)
        page.gap()
        set(document.issuerSigned, showsRetention: isAnswer, text, on: &page)
        if !document.deviceSigned.isEmpty {
            page.line("The device alone vouches for", .bold, indent: 2)
            set(document.deviceSigned, showsRetention: isAnswer, text, on: &page)
        }
    }

    /// What the document says of its issuer, beside what the certificates name; nothing where nothing was released.
    private static func set(_ issuer: IssuerIdentification, width: Int, _ text: ElementText, on page: inout Page) {
        for statement in [issuer.authority, issuer.country, issuer.jurisdiction] {
            guard let element = statement.element else { continue }
            var names: [String] = []
            for name in statement.signer + statement.authority where !names.contains(name) { names.append(name) }
            let certificates = names.isEmpty ? "nothing" : names.joined(separator: ", ")
            let (label, style): (String, Ink.Style) =
                switch statement.agrees {
                case true?: ("✔ agrees", .green)
                case false?: ("! differs", .yellow)
                case nil: ("? open", .yellow)
                }
            page.entry(
                label, labelStyle: style,
                "\(text.name(element.reference)): \(text.value(of: element)); the certificates name \(certificates)", width: width)
        }
    }

    private static func set(_ elements: [VerifiedElement], showsRetention: Bool, _ text: ElementText, on page: inout Page) {
        let names = elements.map { text.name($0.reference) }
        let width = min(names.map(\.columns).max() ?? 0, 32)
        for (element, name) in zip(elements, names) {
            page.entry(name, text.value(of: element) + (showsRetention && element.mayBeRetained ? " · may be kept" : ""), .bold, width: width)
        }
    }

    private static func set(_ comparison: RequestComparison, _ text: ElementText, on page: inout Page) {
        page.line("Request: \(comparison.asked.count) asked, \(comparison.answered.count) answered", .bold)
        if !comparison.missing.isEmpty {
            page.entry("missing", comparison.missing.map(text.name).joined(separator: ", "), .yellow, width: 11)
        }
        if !comparison.unrequested.isEmpty {
            page.entry("unrequested", comparison.unrequested.map(text.name).joined(separator: ", ") + " (dropped)", .yellow, width: 11)
        }
    }
}
