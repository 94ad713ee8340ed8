import Registrar

/// An application for an app with all that a reviewer decides on, for people and programs.
struct RegistrarAppOutput: Encodable {
    let application: Int
    let brand: String
    let client: String
    /// By part.
    let reviews: [String: String]
    /// What was filed, as it was written.
    let content: AppApplicationDraft
    /// Every word that is asked for, those of groups included, by type of document.
    let words: [String: [String]]

    init(_ filed: FiledApplication) {
        application = filed.number
        brand = filed.brand
        client = filed.application.client
        reviews = Dictionary(uniqueKeysWithValues: filed.reviews.map { ($0.key.rawValue, $0.value.text) })
        content = filed.application.draft
        words = filed.words.mapValues { $0.sorted() }
    }

    var page: Page {
        var page = Page()
        func row(_ label: String, _ text: String?) {
            if let text { page.entry(label, labelStyle: .faint, text, width: 18) }
        }
        page.line("application \(application) of \(brand) for \(client)", .bold)
        for (part, review) in reviews.sorted(by: { $0.key < $1.key }) { row(part, review) }
        page.gap()
        row("name", content.name)
        row("clip", content.clip)
        row("location", content.location)
        row("category", content.category)
        row("goods", content.goods)
        row("current method", content.currentMethod)
        row("equal process", content.equalProcess == true ? "declared" : "not declared")
        row("accepted terms", content.acceptedTerms)
        row("privacy", content.privacyPolicy)
        for party in content.thirdParties ?? [] { row("third party", "\(party.name ?? ""): \(party.privacyPolicy ?? "")") }
        for document in content.documents ?? [] { row("asks for", Self.text(document)) }
        for (docType, words) in words.sorted(by: { $0.key < $1.key }) { row("words", "\(docType): \(words.joined(separator: ", "))") }
        for merchant in content.merchants ?? [] { row("merchant", merchant) }
        for basis in content.legalBasis ?? [] { row("by law", "\(basis.nameSpace ?? "")/\(basis.element ?? ""): \(basis.law ?? "")") }
        for (label, digests) in [
            ("without document", content.screenshots?.withoutDocument), ("proposed, with", content.screenshots?.proposedWith),
            ("proposed, without", content.screenshots?.proposedWithout),
        ] {
            for digest in digests ?? [] { row(label, RegistrarFolder.picture(digest)) }
        }
        return page
    }

    private static func text(_ document: AppApplicationDraft.Document) -> String {
        let groups = (document.groups ?? []).map { "group \($0)" }
        return "\(document.docType ?? ""): \((groups + (document.words ?? [])).joined(separator: ", "))"
    }
}
