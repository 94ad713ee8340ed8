import Registrar

/// What the owner of a domain is to publish, as one or the other.
struct ChallengeAnswer: Encodable {
    let domain: String
    let record: String
    let url: String
    let value: String
    let until: String

    init(_ challenge: DomainChallenge) {
        domain = challenge.domain
        record = challenge.recordName
        url = challenge.fileURL
        value = challenge.value
        until = challenge.expiresAt.description
    }
}
