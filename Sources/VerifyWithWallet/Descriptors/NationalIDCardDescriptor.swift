public import IdentityElements

/// A national identity card. Some are asked for with their region only.
public struct NationalIDCardDescriptor: IdentityDocumentDescriptor, Hashable {
    private var list = ElementList()
    /// The region whose card is asked for, ISO 3166-1 alpha-2, such as `JP`.
    public var region: String?
    /// Whether the age may be given where no threshold settles the question, which tells more than was asked.
    public var ageFallback: AgeFallback = .nothing

    /// Asks for nothing yet.
    public init(region: String? = nil) { self.region = region }

    /// The elements, in the order in which they were added.
    public var elements: [IdentityElement] { list.elements }
    /// The kind of document.
    public var kind: DocumentKind? { DocumentKind(name: "national-id-card", region: region) }

    /// How long an element will be kept; nil for one that is not asked for.
    public func intentToStore(element: IdentityElement) -> IntentToStore? { list.intent(of: element) }

    /// Asks for elements.
    public mutating func addElements(_ elements: [IdentityElement], intentToStore: IntentToStore) { list.add(elements, intentToStore) }
}
