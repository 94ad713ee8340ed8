import DocumentTrust
import MobileDocument

/// A brand's written form.
struct BrandRecord: Codable {
    private let identifier: String
    private let name: String
    private let country: String
    /// None where it went with a refusal.
    private let icon: String?
    private let review: ReviewRecord
    private let domains: [String: DomainProof]
    private let submission: Int
    /// None before the first proof.
    private let provenRoot: String?

    init(_ brand: Brand) {
        identifier = brand.identifier
        name = brand.name
        country = brand.country
        icon = brand.icon.map { Base64URL.encode($0.png) }
        review = ReviewRecord(brand.review)
        domains = brand.domains
        submission = brand.submission
        provenRoot = brand.registrableDomain
    }

    func brand() throws -> Brand {
        let state = try review.review()
        var brand = try Brand(identifier: identifier, name: name, country: country, kept: picture(in: state))
        brand.review = state
        brand.domains = domains
        brand.submission = submission
        brand.registrableDomain = provenRoot
        return brand
    }

    private func picture(in state: Review) throws -> BrandIcon? {
        guard let icon else {
            guard case .refused = state else {
                throw RegistrarError(.storage, "a brand in the ledger has no icon and is not refused", mend: "restore the ledger from a copy")
            }
            return nil
        }
        guard let png = Base64URL.decode(icon) else {
            throw RegistrarError(.storage, "an icon in the ledger is not base64url", mend: "restore the ledger from a copy")
        }
        return try BrandIcon(png: png)
    }
}
