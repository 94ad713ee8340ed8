public import MobileDocument

/// A document a website asks for.
public struct RequestedDocument: Sendable, Hashable {
    /// The type of document.
    public let docType: DocType
    /// The elements, each with whether it will be kept.
    public let elements: [ItemsRequest.Element]
    /// Acceptable substitutes and other wishes.
    public let info: DocRequestInfo?

    /// Asks for a document.
    public init(_ docType: DocType, elements: [ItemsRequest.Element], info: DocRequestInfo? = nil) {
        self.docType = docType
        self.elements = elements
        self.info = info.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Asks for elements of one namespace.
    ///
    /// - Parameter retaining: those of them that will be kept after the transaction. Ask for nothing you do not need, and
    ///   announce keeping only what is really kept.
    public init(
        _ docType: DocType, nameSpace: NameSpace, elements: [ElementIdentifier], retaining: Set<ElementIdentifier> = []
    ) {
        self.init(
            docType,
            elements: elements.map {
                ItemsRequest.Element(ElementReference(nameSpace, $0), intentToRetain: retaining.contains($0))
            })
    }
}
