/// That the service can read its state.
struct HealthAnswer: Encodable {
    let status: String
}
