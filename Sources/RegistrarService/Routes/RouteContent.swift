/// What a route answers with when it succeeds.
enum RouteContent: Sendable {
    /// A JSON object of a schema.
    case object(String)
    /// Something of another media type.
    case media(String, headers: [String] = [])
}
