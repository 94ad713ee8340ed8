/// The ways in which a file may write down bytes.
public enum InputEncoding: String, Sendable, Hashable, CaseIterable, Encodable {
    /// The bytes themselves.
    case binary
    /// Two hexadecimal digits for each byte; white space is ignored.
    case hex
    /// Base64 with `+` and `/`, padded or not; white space is ignored.
    case base64
    /// Base64 with `-` and `_`, padded or not; white space is ignored.
    case base64url
    /// PEM blocks (RFC 7468).
    case pem = "PEM"
    /// A JSON object of the Digital Credentials API.
    case json = "JSON"
}
