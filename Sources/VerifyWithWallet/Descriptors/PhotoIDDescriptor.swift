public import IdentityElements

/// A photo ID.
public struct PhotoIDDescriptor: IdentityDocumentDescriptor, Hashable {
    private var list = ElementList()
    /// Whether the age may be given where no threshold settles the question, which tells more than was asked.
    public var ageFallback: AgeFallback = .nothing

    /// Asks for nothing yet.
    public init() {}

    /// The elements, in the order in which they were added.
    public var elements: [IdentityElement] { list.elements }
    /// The kind of document.
    public var kind: DocumentKind? { DocumentKind(name: "photo-id", region: nil) }

    /// How long an element will be kept; nil for one that is not asked for.
    public func intentToStore(element: IdentityElement) -> IntentToStore? { list.intent(of: element) }

    /// Asks for elements.
    public mutating func addElements(_ elements: [IdentityElement], intentToStore: IntentToStore) { list.add(elements, intentToStore) }
}
