public import IdentityElements

/// A kind of document with the elements that are asked of it. Only the kinds of this module conform.
public protocol IdentityDocumentDescriptor: Sendable {
    /// The elements, in the order in which they were added.
    var elements: [IdentityElement] { get }
    /// How long an element will be kept; nil for one that is not asked for.
    func intentToStore(element: IdentityElement) -> IntentToStore?
    /// Asks for elements. For one that is asked for already, the intent that was given last holds.
    mutating func addElements(_ elements: [IdentityElement], intentToStore: IntentToStore)
    /// Whether the age may be given where no threshold settles the question: it tells more than was asked, the person sees that, and the app has to
    /// have been granted `age`. Nothing unless the app says so.
    var ageFallback: AgeFallback { get set }
    /// The kind of document, as tables name it; nil for several kinds.
    var kind: DocumentKind? { get }
}
