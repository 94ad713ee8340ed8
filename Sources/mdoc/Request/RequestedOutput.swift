import MobileDocument

/// What a request asks for, as JSON.
struct RequestedOutput: Encodable {
    struct Element: Encodable {
        let element: String
        let intentToRetain: Bool
    }

    let docType: String
    let elements: [Element]

    init(_ items: ItemsRequest) {
        docType = items.docType.rawValue
        elements = items.elements.map { Element(element: $0.reference.description, intentToRetain: $0.intentToRetain) }
    }
}
