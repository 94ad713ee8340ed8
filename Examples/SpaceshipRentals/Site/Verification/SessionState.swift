/// Where a session of the verifier service stands.
struct SessionState: Decodable, Sendable {
    struct Refusal: Decodable, Sendable {
        /// The name of the check that failed first.
        let code: String
    }

    let id: String
    let status: String
    let refusal: Refusal?
}
