import Registrar

/// A brand in a list.
struct BrandSummary: Encodable {
    let id: String
    let name: String
    let country: String
    let submission: Int
    let review: ReviewAnswer

    init(_ brand: Brand) {
        id = brand.identifier
        name = brand.name
        country = brand.country
        submission = brand.submission
        review = ReviewAnswer(brand.review)
    }
}
