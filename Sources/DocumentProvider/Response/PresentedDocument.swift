public import MobileDocument

/// A held document and what of it is released.
public struct PresentedDocument: Sendable {
    let document: HeldDocument
    let released: [ElementReference]

    /// Releases elements of a document; names the document does not have are left out.
    public init(document: HeldDocument, released: [ElementReference]) {
        self.document = document
        self.released = released
    }
}
