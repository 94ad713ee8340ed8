import ArgumentParser
import Registrar

/// `mdoc registrar list`
struct RegistrarListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List brands, domains, forms, apps, certificates and what happened.",
        discussion: "'request show' and 'app show' show all that a form and an application say, as --json does of every one.")

    @OptionGroup var options: RegistrarOptions

    func run() throws {
        let ledger = try options.folder().read()
        let output = RegistrarLedgerOutput(ledger, at: options.moment)
        guard !options.output.json else { return try Console.print(json: output) }
        var page = Page()
        if output.isEmpty { page.line("There is nothing yet: no brand was submitted.", .faint) }
        for brand in output.brands {
            let submission = brand.submission > 1 ? ", submission \(brand.submission)" : ""
            page.line("brand \(brand.id): \(brand.name), \(brand.country), \(brand.review)\(submission)", .bold)
            for domain in brand.domains { page.entry(domain.name, domain.state, width: 24) }
        }
        for form in output.forms {
            page.line("form \(form.number) of \(form.brand): \(form.review)")
            for screenshot in form.screenshots { page.entry("", screenshot, width: 0) }
        }
        for app in output.apps {
            page.line("application \(app.application) of \(app.brand) for \(app.client)")
            for (part, review) in app.reviews.sorted(by: { $0.key < $1.key }) { page.entry(part, review, width: 24) }
        }
        for grant in output.grants {
            page.line("grant of \(grant.client), serial \(grant.serial): \(grant.state)")
            page.entry("", "application \(grant.application), executable \(grant.executable), until \(grant.until)", width: 0)
        }
        for certificate in output.certificates {
            page.line("certificate \(certificate.name), \(certificate.use), serial \(certificate.serial): \(certificate.state)")
            page.entry("", "\(certificate.domains.joined(separator: " ")), \(certificate.from) to \(certificate.until)", width: 0)
        }
        for record in output.audit {
            let words = [record.detail, record.actor.map { "by \($0)" }].compactMap { $0 }
            page.entry(record.time, ([record.event.rawValue, record.subject] + words).joined(separator: " "), .faint, width: 20)
        }
        try Console.print(page)
    }
}
