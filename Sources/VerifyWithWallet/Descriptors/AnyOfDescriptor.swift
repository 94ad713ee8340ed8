public import IdentityElements

/// Several kinds of document, any one of which will do.
public struct AnyOfDescriptor: IdentityDocumentDescriptor {
    /// The kinds.
    public private(set) var descriptors: [any IdentityDocumentDescriptor]

    /// Joins kinds; those of a descriptor that is itself of several are taken one by one.
    public init(descriptors: [any IdentityDocumentDescriptor]) {
        self.descriptors = descriptors.flatMap { ($0 as? AnyOfDescriptor)?.descriptors ?? [$0] }
    }

    /// The elements of all kinds, each once.
    public var elements: [IdentityElement] {
        var seen: Set<IdentityElement> = []
        return descriptors.flatMap(\.elements).filter { seen.insert($0).inserted }
    }
    /// None: there are several.
    public var kind: DocumentKind? { nil }

    /// Whether any of the kinds lets the age stand in for a threshold; setting it sets it for every kind.
    public var ageFallback: AgeFallback {
        get { descriptors.contains { $0.ageFallback == .age } ? .age : .nothing }
        set { for index in descriptors.indices { descriptors[index].ageFallback = newValue } }
    }

    /// How long an element will be kept at most; nil for one that is not asked for.
    public func intentToStore(element: IdentityElement) -> IntentToStore? {
        descriptors.lazy.compactMap { $0.intentToStore(element: element) }.max { $1.keepsLonger(than: $0) }
    }

    /// Asks every kind for elements.
    public mutating func addElements(_ elements: [IdentityElement], intentToStore: IntentToStore) {
        for index in descriptors.indices { descriptors[index].addElements(elements, intentToStore: intentToStore) }
    }
}
