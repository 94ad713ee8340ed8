/// A review's written form.
struct ReviewRecord: Codable {
    private let state: String
    private let rejection: Rejection?

    init(_ review: Review) {
        state = review.word
        if case .refused(let rejection) = review { self.rejection = rejection } else { rejection = nil }
    }

    func review() throws -> Review {
        switch (state, rejection) {
        case ("submitted", nil): .submitted
        case ("approved", nil): .approved
        case ("refused", let rejection?): .refused(rejection)
        default: throw RegistrarError(.storage, "a review in the ledger is in no known state", mend: "restore the ledger from a copy")
        }
    }
}
