/// Why a reviewer refuses: which part, and a sentence for the applicant.
public struct Rejection: Sendable, Hashable, Codable {
    /// The part that is refused.
    public enum Part: String, Sendable, Hashable, CaseIterable, Codable {
        /// Name or icon of the brand.
        case brand
        /// A domain.
        case domain
        /// What the form says.
        case form
        /// The screenshots.
        case screenshot
        /// The process of an app, or what it wants to ask for.
        case elements
        /// The merchants of an app.
        case merchants
        /// The law by which an app would ask for restricted elements.
        case legalBasis
        /// The kind of an app.
        case category

        /// Those of a brand.
        public static let ofBrand: [Part] = [.brand, .domain]
        /// Those of a form.
        public static let ofForm: [Part] = [.domain, .form, .screenshot]
    }

    /// The part that is refused.
    public let part: Part
    /// A sentence for the applicant.
    public let reason: String

    /// Describes a refusal. An applicant who is not told why cannot mend it, so the reason must not be empty.
    public init(_ part: Part, reason: String) throws(RegistrarError) {
        guard !reason.allSatisfy(\.isWhitespace), reason.utf8.count <= 2_000 else {
            throw RegistrarError(.reviewReason, "a refusal needs a reason of at most 2,000 bytes", mend: "say what the applicant should change")
        }
        self.part = part
        self.reason = reason
    }
}
