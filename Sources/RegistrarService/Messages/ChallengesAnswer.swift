/// What is to be published, a challenge for each domain.
struct ChallengesAnswer: Encodable {
    let challenges: [ChallengeAnswer]
}
