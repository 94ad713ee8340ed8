/// Somebody to be let into an account.
struct DeveloperRequest: Decodable {
    let name: String
}
