public import Foundation
package import PresentmentRequest

/// A request that was shown to the person, and how it ended. It names what was asked, never what was answered.
public struct PresentmentRecord: Sendable, Hashable, Codable {
    /// What was asked of one document.
    public struct Document: Sendable, Hashable, Codable {
        /// The document type.
        public let type: String
        /// The elements, those that might have stood for others not among them.
        public let elements: [Element]
    }

    /// A requested element.
    public struct Element: Sendable, Hashable, Codable {
        /// The namespace.
        public let nameSpace: String
        /// The element's name in it.
        public let identifier: String
        /// Whether the website said that it would keep it.
        public let isRetaining: Bool
    }

    /// When it ended.
    public let time: Date
    /// The page.
    public let origin: String
    /// The brand that an authority vouched for, if one did.
    public let brand: String?
    /// What people call the provider that was selected, if one was.
    public let provider: String?
    /// What was asked.
    public let documents: [Document]
    /// How it ended.
    public let outcome: ConsentOutcome

    package init(time: Date, requester: Requester, request: PartialRequest, provider: SelectorChoice?, outcome: ConsentOutcome) {
        self.time = time
        origin = requester.origin
        brand = requester.brand?.name
        self.provider = provider?.displayName
        documents = request.documentRequests.map { document in
            Document(
                type: document.documentType,
                elements: document.elements.map {
                    Element(nameSpace: $0.reference.nameSpace, identifier: $0.reference.identifier, isRetaining: $0.isRetaining)
                })
        }
        self.outcome = outcome
    }
}
