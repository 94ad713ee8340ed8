/// The build of an app that is to be granted.
struct GrantRequest: Decodable {
    /// SHA-256 of the executable, in hexadecimal.
    let executable: String
}
