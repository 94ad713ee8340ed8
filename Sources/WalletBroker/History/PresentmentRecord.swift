public import Foundation
import BrokerMessages
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
        /// Whether the website or app said that it would keep it.
        public let isRetaining: Bool
        /// For how many days, where an app said that; nil for any other retention.
        public let days: Int?
        /// True where an app said that it would keep it without an end; nil for any other retention.
        public let isUnlimited: Bool?

        fileprivate init(_ element: PartialRequest.Element, retention: Retention?) {
            nameSpace = element.reference.nameSpace
            identifier = element.reference.identifier
            isRetaining = element.isRetaining
            if case .days(let days)? = retention { self.days = days } else { days = nil }
            isUnlimited = retention == .unlimited ? true : nil
        }
    }

    /// When it ended.
    public let time: Date
    /// The page.
    public let origin: String
    /// The brand that an authority vouched for, if one did.
    public let brand: String?
    /// What people call the provider that was selected, if one was.
    public let provider: String?
    /// The other device that was selected, by its identifier, if one was.
    public let device: String?
    /// What was asked.
    public let documents: [Document]
    /// How it ended.
    public let outcome: ConsentOutcome

    package init(time: Date, requester: Requester, request: PartialRequest, provider: SelectorChoice?, device: DeviceChoice? = nil, outcome: ConsentOutcome) {
        self.time = time
        origin = requester.origin
        brand = requester.brand?.name
        self.provider = provider?.displayName
        self.device = device?.identifier
        documents = request.documentRequests.enumerated().map { index, document in
            Document(
                type: document.documentType,
                elements: document.elements.enumerated().map { position, element in
                    Element(element, retention: requester.app?.retention(of: position, ofDocument: index))
                })
        }
        self.outcome = outcome
    }
}

extension RequestingApp {
    /// How long an element is kept, as the app says.
    fileprivate func retention(of element: Int, ofDocument document: Int) -> Retention? {
        guard retentions.indices.contains(document), retentions[document].indices.contains(element) else { return nil }
        return retentions[document][element]
    }
}
