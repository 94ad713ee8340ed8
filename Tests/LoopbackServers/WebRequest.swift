/// What a server was asked.
package struct WebRequest: Sendable {
    /// Path and query.
    package let uri: String
    /// Header fields in lower case.
    package let headers: [String: String]
}
