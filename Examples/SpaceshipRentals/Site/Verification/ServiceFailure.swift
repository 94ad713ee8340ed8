/// Why the verifier service gave no answer.
struct ServiceFailure: Error, Sendable {
    /// The HTTP status, where there was one.
    let status: Int?
    /// The problem's stable code, or one of this site.
    let code: String
}
