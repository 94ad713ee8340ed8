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

    /// The domains of a brand, by name.
    static func all(of brand: Brand, at time: Instant) -> [DomainAnswer] {
        brand.domains.sorted { $0.key < $1.key }.map { DomainAnswer($0.key, $0.value, at: time) }
    }
}
