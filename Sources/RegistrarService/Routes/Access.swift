import Registrar

/// Whose token a route asks for.
enum Access: Sendable {
    /// Nobody's.
    case everybody
    /// That of the brand in the path.
    case applicant
    /// That of anybody in the account of the brand in the path: its applicant, who is its holder, or a developer.
    case member
    /// One of the account's, or a reviewer's.
    case memberOrReviewer
    /// A reviewer's.
    case reviewer
    /// The applicant's or a reviewer's.
    case applicantOrReviewer

    /// Whether the holder of a token may pass, on a route with a brand in its path.
    func admits(_ holder: TokenHolder, to brand: String) -> Bool {
        switch holder {
        case .applicant(brand): self != .reviewer
        case .developer(_, brand: brand): self == .member || self == .memberOrReviewer
        case .reviewer: self == .reviewer || self == .memberOrReviewer || self == .applicantOrReviewer
        default: false
        }
    }
}
