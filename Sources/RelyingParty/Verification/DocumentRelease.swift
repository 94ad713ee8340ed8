/// What of one verified document may be handed on, element by element in the document's order.
///
/// An element that nobody asked for is nil; otherwise it is whether the request announced that it would be kept.
struct DocumentRelease {
    /// The issuer-signed elements, all namespaces in a row.
    var issuerSigned: [Bool?]
    /// The device-signed elements.
    var deviceSigned: [Bool?]

    /// Adds an issuer-signed element; one asked for twice may be kept if either request says so.
    mutating func allow(_ position: Int, intentToRetain: Bool) {
        issuerSigned[position] = (issuerSigned[position] ?? false) || intentToRetain
    }
}
