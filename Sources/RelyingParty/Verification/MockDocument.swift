public import MobileDocument

/// A simulator's document with the elements that were asked for.
public struct MockDocument: Sendable {
    /// The type of document.
    public let docType: DocType
    /// Its elements, which nobody vouches for.
    public let elements: [MockElement]
}
