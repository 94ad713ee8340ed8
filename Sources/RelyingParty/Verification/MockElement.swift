public import CBOR
public import MobileDocument

/// An element that a simulator made up.
public struct MockElement: Sendable, Hashable {
    /// Which element.
    public let reference: ElementReference
    /// Its value in the original encoding.
    public let item: CBORItem

    init(_ reference: ElementReference, _ item: CBORItem) {
        self.reference = reference
        self.item = item
    }
}
