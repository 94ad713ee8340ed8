/// A developer of an account. The token is told this once.
struct DeveloperAnswer: Encodable {
    let name: String
    let token: String
}
