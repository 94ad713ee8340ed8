/// What a backend sends to start a session: a policy by name, or goals.
struct StartBody: Decodable, Sendable {
    let policy: String?
    let goals: [String]?
    let reference: String?
}
