import DocumentTrust
import MobileDocument

/// A request form's written form.
struct FormRecord: Codable {
    private let brand: String
    private let subject: RequestForm.Subject
    private let region: String
    private let purpose: String
    /// Elements by document type and namespace.
    private let elements: [String: [String: [String]]]
    private let retentionDays: Int
    private let privacyPolicy: String
    private let screenshots: Int
    private let review: ReviewRecord

    init(_ filed: FiledForm) {
        brand = filed.brand
        subject = filed.form.subject
        region = filed.form.region
        purpose = filed.form.purpose
        var elements: [String: [String: [String]]] = [:]
        for (docType, references) in filed.form.elements.elements {
            let grouped = Dictionary(grouping: references, by: \.nameSpace.rawValue)
            elements[docType.rawValue] = grouped.mapValues { $0.map(\.identifier.rawValue).sorted() }
        }
        self.elements = elements
        retentionDays = filed.form.retentionDays
        privacyPolicy = filed.form.privacyPolicy
        screenshots = filed.form.screenshots
        review = ReviewRecord(filed.review)
    }

    func form(number: Int) throws -> FiledForm {
        var allowed: [DocType: Set<ElementReference>] = [:]
        for (docType, nameSpaces) in elements {
            for (nameSpace, identifiers) in nameSpaces {
                let references = identifiers.map { ElementReference(NameSpace(rawValue: nameSpace), ElementIdentifier(rawValue: $0)) }
                allowed[DocType(rawValue: docType), default: []].formUnion(references)
            }
        }
        let form = try RequestForm(
            subject: subject, region: region, purpose: purpose, elements: AllowedElements(allowed), retentionDays: retentionDays,
            privacyPolicy: privacyPolicy, screenshots: screenshots)
        return FiledForm(number: number, brand: brand, form: form, review: try review.review())
    }
}
