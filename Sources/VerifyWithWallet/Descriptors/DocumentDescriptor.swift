public import IdentityElements

/// A document of a kind that this module has no type for: one whose table somebody has added.
public struct DocumentDescriptor: IdentityDocumentDescriptor, Hashable {
    private var list = ElementList()
    private let name: String
    private let region: String?
    /// Whether the age may be given where no threshold settles the question, which tells more than was asked.
    public var ageFallback: AgeFallback = .nothing

    /// Asks for nothing yet.
    ///
    /// - Parameters:
    ///   - kind: the kind, as its table names it.
    ///   - region: the region whose document is asked for, ISO 3166-1 alpha-2.
    public init(kind: String, region: String? = nil) {
        name = kind
        self.region = region
    }

    /// The elements, in the order in which they were added.
    public var elements: [IdentityElement] { list.elements }
    /// The kind of document.
    public var kind: DocumentKind? { DocumentKind(name: name, region: region) }

    /// How long an element will be kept; nil for one that is not asked for.
    public func intentToStore(element: IdentityElement) -> IntentToStore? { list.intent(of: element) }

    /// Asks for elements.
    public mutating func addElements(_ elements: [IdentityElement], intentToStore: IntentToStore) { list.add(elements, intentToStore) }
}
