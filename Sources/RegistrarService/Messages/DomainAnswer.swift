import MobileDocument
import Registrar

/// How far a domain is proven.
struct DomainAnswer: Encodable {
    let name: String
    let proven: Bool
    let provenUntil: String?
    let challenge: ChallengeAnswer?

    init(_ name: String, _ proof: DomainProof, at time: Instant) {
        self.name = name
        proven = proof.isProven(at: time)
        provenUntil = proof.validUntil?.description
        challenge = proof.challenge.map(ChallengeAnswer.init)
    }
}
