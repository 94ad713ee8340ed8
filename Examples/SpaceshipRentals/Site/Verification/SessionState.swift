/// Where a session of the verifier service stands.
struct SessionState: Decodable, Sendable {
    struct Refusal: Decodable, Sendable {
        let code: String
        let title: String
    }

    let id: String
    let status: String
    let refusal: Refusal?
}
