/// Whose token a route asks for.
enum Access: Sendable {
    /// Nobody's.
    case everybody
    /// That of the brand in the path.
    case applicant
    /// A reviewer's.
    case reviewer
    /// Either.
    case applicantOrReviewer
}
