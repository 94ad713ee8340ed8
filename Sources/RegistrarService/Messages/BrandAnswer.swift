import MobileDocument
import Registrar

/// A brand and everything that is its own.
struct BrandAnswer: Encodable {
    let id: String
    let name: String
    let country: String
    let submission: Int
    /// By which a reviewer knows the icon of this submission; none where the icon went with a refusal.
    let iconDigest: String?
    let review: ReviewAnswer
    let domains: [DomainAnswer]
    let forms: [FormAnswer]

    init(_ brand: Brand, in ledger: RegistrarLedger, at time: Instant) {
        id = brand.identifier
        name = brand.name
        country = brand.country
        submission = brand.submission
        iconDigest = brand.iconDigest
        review = ReviewAnswer(brand.review)
        domains = DomainAnswer.all(of: brand, at: time)
        forms = ledger.forms.filter { $0.brand == brand.identifier }.map(FormAnswer.init)
    }
}
