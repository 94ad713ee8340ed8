/// What is known about the person who books.
enum Evidence: Sendable {
    /// Nothing yet.
    case none
    /// A digital document that the verifier service verified and that does not show enough. Nothing of it is kept.
    case unsatisfied
    /// A photo of an ID for a person to look at. It never turns into the next case.
    case photo(ReceivedPhoto)
    /// Elements of a digital document that the verifier service verified.
    case verified(VerifiedTraveller)

    /// The verified traveller, who alone may launch.
    var traveller: VerifiedTraveller? {
        switch self {
        case .none, .unsatisfied, .photo: nil
        case .verified(let traveller): traveller
        }
    }
}
