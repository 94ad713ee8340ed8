import DocumentTrust

/// A request form's written form.
struct FormRecord: Codable {
    private let brand: String
    private let subject: RequestForm.Subject
    private let region: String
    private let purpose: String
    /// Elements by document type and namespace.
    private let elements: [String: [String: [String]]]
    private let legalBasis: [LegalBasis]
    private let retentionDays: Int
    private let privacyPolicy: String
    /// Digests.
    private let pictures: [String]
    private let review: ReviewRecord

    init(_ filed: FiledForm) {
        brand = filed.brand
        subject = filed.form.subject
        region = filed.form.region
        purpose = filed.form.purpose
        elements = filed.form.elements.names
        legalBasis = filed.form.legalBasis
        retentionDays = filed.form.retentionDays
        privacyPolicy = filed.form.privacyPolicy
        pictures = filed.form.screenshots
        review = ReviewRecord(filed.review)
    }

    func form(number: Int) throws -> FiledForm {
        let form = try RequestForm(
            subject: subject, region: region, purpose: purpose, elements: AllowedElements(names: elements), legalBasis: legalBasis,
            retentionDays: retentionDays, privacyPolicy: privacyPolicy, kept: pictures)
        return FiledForm(number: number, brand: brand, form: form, review: try review.review())
    }
}
