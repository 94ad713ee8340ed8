/// The documents this app has registered with the system, which keeps them.
///
/// The first registration makes the system ask the person whether the app may present documents. Register what is active and can be
/// presented, and remove what no longer is.
public actor IdentityDocumentProviderRegistrationStore {
    /// Whether the app may present documents.
    public enum Status: Sendable, Hashable {
        /// The person has allowed it.
        case authorized
        /// Nobody has decided yet, or not about the types of documents and the name that the app has now: its next registration asks.
        case notDetermined
        /// The person has refused it, and can still allow it in the settings.
        case notAuthorized
        /// This system presents no documents.
        case notSupported
    }

    /// Why a registration was not changed.
    public enum RegistrationError: Error, Sendable, Hashable, CustomStringConvertible {
        /// Something failed that is not the app's doing, or the person was asked and has not decided. It can be tried again.
        case unknown
        /// The registration is outside what the system accepts, or all of them together are.
        case invalidRequest
        /// The person has refused, or the app is not entitled to the document's type.
        case notAuthorized
        /// This system presents no documents.
        case notSupported

        /// What is wrong and how to mend it.
        public var description: String {
            switch self {
            case .unknown: "the wallet failed, or nobody has decided yet whether the app may present documents; try again"
            case .invalidRequest:
                "the wallet does not take the registration: something in it is empty or too long, there are too many, or the app trusts no reader; "
                    + "trust the root of one, or remove what is too much"
            case .notAuthorized:
                "the app may not present documents, or none of this type; allow it in the wallet's settings, or name the type in its provider.json"
            case .notSupported: "no wallet that presents documents is running here; start its broker"
            }
        }
    }

    private static let maximumKeyIdentifiers = 1000
    private static let maximumKeyIdentifierBytes = 64
    private static let maximumTextBytes = 256

    private let registry: any RegistrationPort

    /// Opens the store of the app that this process belongs to.
    public init() { self.init(registry: BrokerRegistry.ofThisUser) }

    /// Opens the store at the broker that listens at a socket.
    package init(socket path: String) { self.init(registry: BrokerRegistry(path: path)) }

    package init(registry: any RegistrationPort) { self.registry = registry }

    /// Whether the app may present documents; look before you register.
    public var status: Status {
        get async { await registry.status() }
    }

    /// This app's registrations; no other app's.
    public var registrations: [any IdentityDocumentRegistration] {
        get async throws { try await registry.registrations() }
    }

    /// Which enrolment (a passkey, a PIN) verifies the owner now; nil where there is none. An app keeps it with a document when it
    /// provisions one, and compares it with the one that comes with a request.
    public var currentEnrolment: String? {
        get async { await registry.enrolment() }
    }

    /// Registers a document, in place of an earlier registration with the same identifier.
    ///
    /// - Throws: `RegistrationError`.
    public func addRegistration(_ registration: some IdentityDocumentRegistration) async throws {
        guard let registration = registration as? MobileDocumentRegistration else { throw RegistrationError.invalidRequest }
        try Self.check(registration)
        try await registry.add(registration)
    }

    /// Takes a registration back. One that is not there is no error, so that it can be tried again.
    ///
    /// - Throws: `RegistrationError`.
    public func removeRegistration(forDocumentIdentifier documentIdentifier: String) async throws {
        try await registry.remove(documentIdentifier: documentIdentifier)
    }

    private static func check(_ registration: MobileDocumentRegistration) throws(RegistrationError) {
        for text in [registration.mobileDocumentType, registration.documentIdentifier] {
            guard (1...maximumTextBytes).contains(text.utf8.count) else { throw .invalidRequest }
        }
        for identifiers in [registration.supportedAuthorityKeyIdentifiers, registration.supportedIssuerKeyIdentifiers] {
            guard identifiers.count <= maximumKeyIdentifiers,
                identifiers.allSatisfy({ (1...maximumKeyIdentifierBytes).contains($0.count) })
            else { throw .invalidRequest }
        }
    }
}
