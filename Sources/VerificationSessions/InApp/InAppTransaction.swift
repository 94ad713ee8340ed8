import MobileDocument
import RelyingParty

/// What the website's server hands to its app, and the app to the wallet. Nothing of it comes back with the answer: the server remembers it.
public struct InAppTransaction: Sendable, Hashable, Encodable {
    /// An element to ask for.
    public struct Element: Sendable, Hashable, Encodable {
        /// Its namespace.
        public let nameSpace: String
        /// Its identifier.
        public let identifier: String
        /// Whether it will be kept after the transaction.
        public let mayBeRetained: Bool
    }

    /// What may be given in the place of an element that is asked for.
    public struct Alternative: Sendable, Hashable, Encodable {
        /// An element by its name.
        public struct Name: Sendable, Hashable, Encodable {
            /// Its namespace.
            public let nameSpace: String
            /// Its identifier.
            public let identifier: String

            init(_ reference: ElementReference) {
                nameSpace = reference.nameSpace.rawValue
                identifier = reference.identifier.rawValue
            }
        }

        /// The element that is asked for.
        public let requested: Name
        /// Sets that answer in its place, in order of preference; a set is returned whole.
        public let sets: [[Name]]

        init(_ alternative: AlternativeDataElements) {
            requested = Name(alternative.requestedElement)
            sets = alternative.alternativeSets.map { $0.map(Name.init) }
        }
    }

    /// A document to ask for.
    public struct Document: Sendable, Hashable, Encodable {
        /// Its type.
        public let docType: String
        /// Its elements.
        public let elements: [Element]
        /// What may be given in the place of some of them; empty where nothing may.
        public let alternatives: [Alternative]
    }

    /// The nonce, base64url; good for this session alone.
    public let nonce: String
    /// The merchant identifier.
    public let merchantIdentifier: String
    /// The team's identifier.
    public let teamIdentifier: String
    /// What to ask for.
    public let documents: [Document]
    /// Whether to ask for any one of these.
    public let isAnyOf: Bool

    init(nonce: [UInt8], merchant: InAppMerchant, policy: VerificationPolicy) {
        self.nonce = Base64URL.encode(nonce)
        merchantIdentifier = merchant.merchantIdentifier
        teamIdentifier = merchant.teamIdentifier
        isAnyOf = policy.isAnyOf
        documents = policy.documents.map(\.requested).map { document in
            Document(
                docType: document.docType.rawValue,
                elements: document.elements.map {
                    Element(
                        nameSpace: $0.reference.nameSpace.rawValue, identifier: $0.reference.identifier.rawValue, mayBeRetained: $0.intentToRetain)
                },
                alternatives: (document.info?.alternativeDataElements ?? []).map(Alternative.init))
        }
    }
}
