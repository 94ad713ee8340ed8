import DocumentTrust
import MobileDocument
import RelyingParty

/// Tells the demonstration in the terminal, scene by scene as it happens.
struct DemoTeller {
    let isSilent: Bool
    private static let width = 9
    private static let text = ElementText(tables: .builtIn)

    func open(_ folder: String) throws {
        var page = Page()
        page.line("A person proves who they are to a website. Four parties, one process.", .bold)
        page.line("Everything that passes between them is written to \(folder)", .faint)
        try show(page)
    }

    func scene(_ number: Int, _ title: String, _ lines: [(label: String, text: String)], files: [String]) throws {
        var page = Page()
        page.gap()
        page.line("\(number)  \(title)", .bold)
        for (label, text) in lines { page.entry(label, labelStyle: .faint, text, indent: 3, width: Self.width) }
        page.entry("files", labelStyle: .faint, files.joined(separator: "  "), .faint, indent: 3, width: Self.width)
        try show(page)
    }

    func verdict(_ verdict: Verdict, files: [String]) throws {
        var page = Page()
        page.gap()
        page.line("4  The website opens the answer and verifies it", .bold)
        let passed = verdict.report.checks.filter { $0.outcome == .passed }.count
        switch verdict {
        case .verified(let response):
            page.entry("✔", labelStyle: .green, "verified: \(passed) checks passed, none failed", .green, indent: 3, width: 1)
            for document in response.documents {
                page.entry("issued by", labelStyle: .faint, document.signer.authority, indent: 3, width: Self.width)
                let names = document.issuerSigned.map { Self.text.name($0.reference) }
                let width = names.map(\.columns).max() ?? 0
                for (element, name) in zip(document.issuerSigned, names) {
                    page.entry(name, Self.text.value(of: element), .bold, indent: 5, width: width)
                }
            }
            for check in response.report.checks where check.outcome == .warning || check.outcome == .unknown {
                page.entry("note", labelStyle: .faint, check.reason ?? "", .faint, indent: 3, width: Self.width)
            }
        case .refused(let refusal):
            page.entry("✘", labelStyle: .red, "refused: \(refusal.reason)", .red, indent: 3, width: 1)
        case .mock:
            page.entry("◌", labelStyle: .yellow, "mock data, nothing in it is real", .yellow, indent: 3, width: 1)
        }
        page.entry("files", labelStyle: .faint, files.joined(separator: "  "), .faint, indent: 3, width: Self.width)
        try show(page)
    }

    func beginAttacks() throws {
        var page = Page()
        page.gap()
        page.line("5  Three attacks", .bold)
        try show(page)
    }

    func attack(_ number: Int, _ tale: String, _ attack: DemoEnding.Attack) throws {
        var page = Page()
        page.entry("\(number)", labelStyle: .faint, tale, indent: 3, width: 1)
        let isRefused = attack.verdict == .refused
        for reason in attack.reasons {
            page.entry(isRefused ? "✘" : "!", labelStyle: .red, "\(attack.verdict.rawValue): \(reason)", .red, indent: 6, width: 1)
        }
        if attack.reasons.isEmpty { page.entry("!", labelStyle: .red, "not refused", .red, indent: 6, width: 1) }
        try show(page)
    }

    func close(_ ending: DemoEnding, at now: Instant) throws {
        var page = Page()
        page.gap()
        func place(_ name: String) -> String { "\(ending.folder)/\(name)".shellWord }
        page.line("Now you", .bold)
        // As this program was called, and broken by hand, so that a copied command is still one command.
        let mdoc = (CommandLine.arguments.first ?? "mdoc").shellWord
        for line in [
            "\(mdoc) verify --session \(place("session.json")) \\", "   --response \(place("response.json")) \\",
            "   --trust \(place("trust")) --at \(now)", "\(mdoc) inspect \(place("device-response.cbor"))",
        ] {
            page.verbatim(line, indent: 3)
        }
        page.line("The third attack, in the eavesdropper's session; the other two are for session.json:", .faint, indent: 3)
        for line in [
            "\(mdoc) verify --session \(place("attacks/3-replayed-session.json")) \\",
            "   --response \(place("attacks/3-replayed.json")) \\", "   --trust \(place("trust")) --at \(now)",
        ] {
            page.verbatim(line, indent: 3)
        }
        try show(page)
    }

    private func show(_ page: Page) throws {
        guard !isSilent else { return }
        try Console.print(page)
    }
}
