public import Foundation

/// The part of a request for mobile documents that an app gets to show before the person has agreed.
///
/// It holds no bytes of the request, no nonce and no key to answer to, and nothing leads from it to them.
public struct ISO18013MobileDocumentRequest: IdentityDocumentWebPresentmentRequest, Hashable {
    /// What has to be answered.
    public var presentmentRequests: [PresentmentRequest]
    /// Who signed the request: the signatures that verify. Whether to trust their certificates is the app's decision.
    public var requestAuthentications: [RequestAuthentication]
    /// The app that asks; nil where a website does.
    public internal(set) var requestingApp: RequestingAppInformation?

    /// Describes a website's request.
    public init(presentmentRequests: [PresentmentRequest], requestAuthentications: [RequestAuthentication]) {
        self.presentmentRequests = presentmentRequests
        self.requestAuthentications = requestAuthentications
    }

    /// One thing that has to be shown.
    public struct PresentmentRequest: Sendable, Hashable {
        /// Alternatives, exactly one of which has to be answered.
        public var documentRequestSets: [DocumentRequestSet]
        /// Whether the request as a whole fails without it.
        public var isMandatory: Bool

        /// Describes what has to be shown.
        public init(documentRequestSets: [DocumentRequestSet], isMandatory: Bool) {
            self.documentRequestSets = documentRequestSets
            self.isMandatory = isMandatory
        }
    }

    /// Document requests that are answered together.
    public struct DocumentRequestSet: Sendable, Hashable {
        /// All of them make the set.
        public var requests: [DocumentRequest]

        /// Describes a set.
        public init(requests: [DocumentRequest]) { self.requests = requests }
    }

    /// What is asked of one document.
    public struct DocumentRequest: Sendable, Hashable {
        /// Type of the document.
        public var documentType: String
        /// The elements by namespace and name.
        public var namespaces: [String: [String: ElementInfo]]
        /// Key identifiers of acceptable issuers; none means any issuer.
        public var issuerKeyIdentifiers: [Data]
        /// What may be given in place of elements that are not held; what is given has to be shown like what is asked for.
        public var alternatives: [Alternative]

        /// Describes what is asked of one document, whoever issued it.
        public init(documentType: String, namespaces: [String: [String: ElementInfo]]) {
            self.init(documentType: documentType, namespaces: namespaces, issuerKeyIdentifiers: [])
        }

        /// Describes what is asked of one document of certain issuers.
        public init(
            documentType: String, namespaces: [String: [String: ElementInfo]], issuerKeyIdentifiers: [Data], alternatives: [Alternative] = []
        ) {
            self.documentType = documentType
            self.namespaces = namespaces
            self.issuerKeyIdentifiers = issuerKeyIdentifiers
            self.alternatives = alternatives
        }
    }

    /// An element by namespace and name.
    public struct ElementReference: Sendable, Hashable {
        /// The namespace.
        public var namespace: String
        /// The name.
        public var identifier: String

        /// Names an element.
        public init(namespace: String, identifier: String) {
            self.namespace = namespace
            self.identifier = identifier
        }
    }

    /// What may be given in place of an element.
    public struct Alternative: Sendable, Hashable {
        /// The element that is asked for.
        public var requested: ElementReference
        /// Elements that stand for it together, the most wanted set first.
        public var sets: [[ElementReference]]

        /// Describes what may be given in place of an element.
        public init(requested: ElementReference, sets: [[ElementReference]]) {
            self.requested = requested
            self.sets = sets
        }
    }

    /// How an element is asked for.
    public struct ElementInfo: Sendable, Hashable {
        /// Whether the website says that it will keep the element after the transaction.
        public var isRetaining: Bool

        /// Describes how an element is asked for.
        public init(isRetaining: Bool) { self.isRetaining = isRetaining }
    }

    /// One signature of the request.
    public struct RequestAuthentication: Sendable, Hashable {
        /// Its certificates, the signer's first.
        public var authenticationCertificateChain: [SecCertificate]
        /// What is asked under it, element by element. Trust in a signature never carries over to what it does not cover.
        public var documentRequests: [DocumentRequest]

        /// Describes a signature that is not known to cover anything.
        public init(authenticationCertificateChain: [SecCertificate]) {
            self.init(authenticationCertificateChain: authenticationCertificateChain, documentRequests: [])
        }

        /// Describes a signature and what it covers.
        public init(authenticationCertificateChain: [SecCertificate], documentRequests: [DocumentRequest]) {
            self.authenticationCertificateChain = authenticationCertificateChain
            self.documentRequests = documentRequests
        }
    }
}
