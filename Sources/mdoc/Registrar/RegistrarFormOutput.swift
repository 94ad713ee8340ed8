import Registrar

/// A request form with all that a reviewer decides on, for people and programs.
struct RegistrarFormOutput: Encodable {
    let number: Int
    let brand: String
    let review: String
    let subject: String
    let region: String
    let purpose: String
    /// Identifiers by type of document and namespace.
    let elements: [String: [String: [String]]]
    let legalBasis: [LegalBasis]
    let retentionDays: Int
    let privacyPolicy: String
    /// Names of the pictures, below the registrar's folder.
    let screenshots: [String]

    init(_ filed: FiledForm) {
        number = filed.number
        brand = filed.brand
        review = filed.review.text
        subject = filed.form.subject.rawValue
        region = filed.form.region
        purpose = filed.form.purpose
        elements = filed.form.elements.names
        legalBasis = filed.form.legalBasis
        retentionDays = filed.form.retentionDays
        privacyPolicy = filed.form.privacyPolicy
        screenshots = filed.form.screenshots.map(RegistrarFolder.picture)
    }

    var page: Page {
        var page = Page()
        func row(_ label: String, _ text: String) { page.entry(label, labelStyle: .faint, text, width: 10) }
        page.line("form \(number) of \(brand): \(review)", .bold)
        row("subject", subject)
        row("region", region)
        row("purpose", purpose)
        for (docType, nameSpaces) in elements.sorted(by: { $0.key < $1.key }) {
            for (nameSpace, identifiers) in nameSpaces.sorted(by: { $0.key < $1.key }) {
                row("elements", "\(docType), \(nameSpace): \(identifiers.joined(separator: ", "))")
            }
        }
        for basis in legalBasis { row("by law", "\(basis.nameSpace)/\(basis.element): \(basis.law)") }
        row("kept", retentionDays == 0 ? "not at all" : "for \(retentionDays.counted("day", "days"))")
        row("privacy", privacyPolicy)
        for screenshot in screenshots { row("screenshot", screenshot) }
        return page
    }
}
