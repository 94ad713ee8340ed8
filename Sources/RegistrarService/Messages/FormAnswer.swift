import Registrar

/// A filed form and its review.
struct FormAnswer: Encodable {
    let number: Int
    let brand: String
    let subject: String
    let region: String
    let purpose: String
    let elements: [String: [String: [String]]]
    let legalBasis: [LegalBasis]
    let retentionDays: Int
    let privacyPolicy: String
    /// Digests, by which a reviewer fetches the pictures.
    let screenshots: [String]
    let review: ReviewAnswer

    init(_ filed: FiledForm) {
        number = filed.number
        brand = filed.brand
        subject = filed.form.subject.rawValue
        region = filed.form.region
        purpose = filed.form.purpose
        elements = filed.form.elements.names
        legalBasis = filed.form.legalBasis
        retentionDays = filed.form.retentionDays
        privacyPolicy = filed.form.privacyPolicy
        screenshots = filed.form.screenshots
        review = ReviewAnswer(filed.review)
    }
}
