/// Grants in the order they were signed.
struct GrantsAnswer: Encodable {
    let grants: [GrantAnswer]
}
