public import IdentityElements

/// An application in the reviewers' queue or past it.
public struct FiledApplication: Sendable, Hashable {
    /// Number of the application, from 1.
    public let number: Int
    /// The brand that filed it.
    public let brand: String
    /// What it says.
    public let application: AppApplication
    /// Every word that is asked for, by type of document; groups are resolved when it is filed, so that a later table grants nothing.
    public let words: [String: Set<String>]
    /// Where the review of each part stands.
    public internal(set) var reviews: [ApplicationPart: Review]

    init(number: Int, brand: String, application: AppApplication, words: [String: Set<String>], reviews: [ApplicationPart: Review]? = nil) {
        self.number = number
        self.brand = brand
        self.application = application
        self.words = words
        self.reviews = reviews ?? Dictionary(uniqueKeysWithValues: application.parts.map { ($0, .submitted) })
    }

    /// Parts that wait for a reviewer.
    public var waiting: [ApplicationPart] { application.parts.filter { reviews[$0] == .submitted } }

    /// What was granted: words need their category approved with them; merchants and legal basis are grants of their own.
    ///
    /// - Throws: ``RegistrarError`` `registrar.application.notApproved`, naming the part.
    public func grant() throws(RegistrarError) -> AppGrant {
        for part in [ApplicationPart.elements, .category] {
            guard let review = reviews[part], review != .approved else { continue }
            throw RegistrarError(
                .applicationNotApproved, "application \(number) is not approved: its \(part.rawValue) is \(review.word)", mend: "have it approved first")
        }
        return AppGrant(
            words: words, merchantIdentifiers: reviews[.merchants] == .approved ? Set(application.merchants) : [],
            legalBasis: reviews[.legalBasis] == .approved ? Set(application.legalBasis.keys) : [])
    }
}
