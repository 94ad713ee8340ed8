/// What a backend sends to start a session: a policy by name, or goals; and whether an app will answer it.
struct StartBody: Decodable, Sendable {
    let policy: String?
    let goals: [String]?
    let reference: String?
    let inApp: Bool?
}
