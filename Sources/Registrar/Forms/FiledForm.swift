/// A request form in the reviewers' queue or past it.
public struct FiledForm: Sendable, Hashable {
    /// Number of the form, from 1.
    public let number: Int
    /// The brand that filed it.
    public let brand: String
    /// What it says.
    public let form: RequestForm
    /// Where the review stands.
    public internal(set) var review: Review

    init(number: Int, brand: String, form: RequestForm, review: Review = .submitted) {
        self.number = number
        self.brand = brand
        self.form = form
        self.review = review
    }
}
