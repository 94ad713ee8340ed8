import Crypto
public import DocumentTrust
import MobileDocument

/// Name, country and icon under which somebody asks. Reviewed by a person before it gets a certificate, which carries these and
/// no others.
public struct Brand: Sendable, Hashable {
    /// Identifier within the registrar: 1 to 50 letters (a-z, A-Z), digits and dashes.
    public let identifier: String
    /// The name people read.
    public let name: String
    /// Country of the organisation, two letters.
    public let country: String
    /// The icon people see; nil once it went with a refusal.
    public internal(set) var icon: BrandIcon?
    /// SHA-256 of the icon, in hexadecimal, by which a reviewer knows that they look at the icon of this ``submission``; nil where there is none.
    public var iconDigest: String? { icon.map { Hexadecimal.text(Array(SHA256.hash(data: $0.png))) } }
    /// How often the brand was submitted, by which a reviewer names what was looked at.
    public internal(set) var submission = 1
    /// Where the review stands.
    public internal(set) var review: Review
    /// The domains that were asked for and how far they are proven, by name.
    public internal(set) var domains: [String: DomainProof] = [:]
    /// The one registrable domain all that are proven lie under, from the first proof on; nil before. What only waits ties the brand to nothing, and
    /// removing domains does not free it: no reviewer saw it under another one.
    public internal(set) var registrableDomain: String?

    /// Submits a brand.
    ///
    /// - Parameters:
    ///   - identifier: 1 to 50 letters, digits and dashes.
    ///   - name: at most 64 visible characters; it is the organisation of every certificate.
    ///   - country: ISO 3166-1 alpha-2, two upper-case letters.
    ///   - icon: what people see.
    /// - Throws: ``RegistrarError`` with a code `registrar.brand.…`.
    public init(identifier: String, name: String, country: String, icon: BrandIcon) throws(RegistrarError) {
        try self.init(identifier: identifier, name: name, country: country, kept: icon)
    }

    init(identifier: String, name: String, country: String, kept icon: BrandIcon?) throws(RegistrarError) {
        guard Label.isLabel(identifier) else {
            throw RegistrarError(
                .brandIdentifier, "\"\(identifier)\" is not an identifier", mend: "use 1 to \(Label.maximum) letters, digits and dashes")
        }
        guard ReaderRegistration.isSafe(name, limit: ReaderRegistration.maximumBrand) else {
            throw RegistrarError(
                .brandName, "the brand's name is empty, too long, or holds control, bidirectional or other invisible characters",
                mend: "give 1 to \(ReaderRegistration.maximumBrand) visible characters without spaces at the ends")
        }
        guard CountryCode.isCountryCode(country) else {
            throw RegistrarError(.brandCountry, "the brand's country is not a country", mend: CountryCode.remedy)
        }
        self.identifier = identifier
        self.name = name
        self.country = country
        self.icon = icon
        review = .submitted
    }
}
