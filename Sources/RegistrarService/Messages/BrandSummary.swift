import Registrar

/// A brand in a list.
struct BrandSummary: Encodable {
    let id: String
    let name: String
    let country: String
    let submission: Int
    /// By which a reviewer knows the icon of this submission; none where the icon went with a refusal.
    let iconDigest: String?
    let review: ReviewAnswer

    init(_ brand: Brand) {
        id = brand.identifier
        name = brand.name
        country = brand.country
        submission = brand.submission
        iconDigest = brand.iconDigest
        review = ReviewAnswer(brand.review)
    }
}
