/// A kind of document and, where it has one, the region without which it may not be asked for.
public struct DocumentKind: Sendable, Hashable {
    let name: String
    let region: String?
}
