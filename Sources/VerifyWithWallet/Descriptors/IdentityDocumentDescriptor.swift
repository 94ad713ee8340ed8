public import IdentityElements

/// A kind of document with the elements that are asked of it. Only the kinds of this module conform.
public protocol IdentityDocumentDescriptor: Sendable {
    /// The elements, in the order in which they were added.
    var elements: [IdentityElement] { get }
    /// How long an element will be kept; nil for one that is not asked for.
    func intentToStore(element: IdentityElement) -> IntentToStore?
    /// Asks for elements. For one that is asked for already, the intent that was given last holds.
    mutating func addElements(_ elements: [IdentityElement], intentToStore: IntentToStore)
    /// The kind of document, as tables name it; nil for several kinds.
    var kind: DocumentKind? { get }
}
