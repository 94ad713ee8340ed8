import DocumentTrust
import MobileDocument

/// A brand's written form.
struct BrandRecord: Codable {
    private let identifier: String
    private let name: String
    private let country: String
    private let icon: String
    private let review: ReviewRecord
    private let domains: [String: DomainProof]
    private let registrableDomain: String?

    init(_ brand: Brand) {
        identifier = brand.identifier
        name = brand.name
        country = brand.country
        icon = Base64URL.encode(brand.icon.png)
        review = ReviewRecord(brand.review)
        domains = brand.domains
        registrableDomain = brand.registrableDomain
    }

    func brand() throws -> Brand {
        guard let png = Base64URL.decode(icon) else {
            throw RegistrarError(.storage, "an icon in the ledger is not base64url", mend: "restore the ledger from a copy")
        }
        var brand = try Brand(identifier: identifier, name: name, country: country, icon: BrandIcon(png: png))
        brand.review = try review.review()
        brand.domains = domains
        brand.registrableDomain = registrableDomain
        return brand
    }
}
