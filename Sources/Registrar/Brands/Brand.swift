public import DocumentTrust

/// A name and an icon under which somebody asks. Reviewed by a person before it gets a certificate.
public struct Brand: Sendable, Hashable {
    /// Identifier within the registrar: 1 to 50 letters (a-z, A-Z), digits and dashes.
    public let identifier: String
    /// The name people read.
    public let name: String
    /// The icon people see.
    public let icon: BrandIcon
    /// Where the review stands.
    public internal(set) var review: Review
    /// The domains that were asked for and how far they are proven, by name.
    public internal(set) var domains: [String: DomainProof] = [:]
    /// The one registrable domain all of them lie under; nil before the first.
    public internal(set) var registrableDomain: String?

    /// Submits a brand.
    public init(identifier: String, name: String, icon: BrandIcon) throws(RegistrarError) {
        guard Label.isLabel(identifier) else {
            throw RegistrarError(
                .brandIdentifier, "\"\(identifier)\" is not an identifier", mend: "use 1 to \(Label.maximum) letters, digits and dashes")
        }
        guard ReaderRegistration.isSafe(name, limit: ReaderRegistration.maximumBrand) else {
            throw RegistrarError(
                .brandName, "the brand's name is empty, too long, or holds control, bidirectional or other invisible characters",
                mend: "give 1 to \(ReaderRegistration.maximumBrand) visible characters without spaces at the ends")
        }
        self.identifier = identifier
        self.name = name
        self.icon = icon
        review = .submitted
    }
}
