import DocumentTrust

/// Lays out who signed a request.
enum ReaderPage {
    /// Sets one signature.
    static func set(_ signature: ReaderSignature, on page: inout Page) {
        let (mark, style): (String, Ink.Style) =
            switch signature.outcome {
            case .trusted: ("✔", .green)
            case .untrusted: ("!", .yellow)
            case .invalid: ("✘", .red)
            }
        page.line("\(mark) signature of \(coverage(signature)): \(signature.outcome.rawValue)", style)
        // The identity in a signature that does not verify is a claim by nobody.
        if signature.outcome != .invalid, let certificate = signature.certificate {
            page.entry("reader", labelStyle: .faint, certificate.subject, width: 9)
        }
        if signature.outcome == .trusted, let registration = signature.details?.registration {
            page.entry("brand", labelStyle: .faint, registration.brand, width: 9)
            page.entry("purpose", labelStyle: .faint, registration.purpose, width: 9)
            page.entry("policy", labelStyle: .faint, registration.privacyPolicy, width: 9)
        }
        if let anchor = signature.anchor {
            page.entry("authority", labelStyle: .faint, "\(anchor.certificate.subject) (\(anchor.provenance))", width: 9)
        }
        for failure in signature.report.failures { page.line("because \(CheckText.sentence(failure))", indent: 2) }
    }

    private static func coverage(_ signature: ReaderSignature) -> String {
        switch signature.coverage {
        case .all: "the whole request"
        case .docRequest(let index): "document request \(index + 1)"
        }
    }
}
