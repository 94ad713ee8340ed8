import Registrar

/// Where a review stands.
struct ReviewAnswer: Encodable {
    let state: String
    let part: String?
    let reason: String?

    init(_ review: Review) {
        state = review.word
        if case .refused(let rejection) = review { (part, reason) = (rejection.part.rawValue, rejection.reason) } else { (part, reason) = (nil, nil) }
    }
}
