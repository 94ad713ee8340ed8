public import DocumentTrust
public import MobileDocument
public import NetworkAddressing
public import RelyingParty
public import VerificationSessions

/// Everything a service is told before it starts, read and checked.
///
/// Security decides here and nowhere else: no request can change the origin, a policy, a webhook's address or a limit.
public struct ServiceConfiguration: Sendable {
    /// Where the page runs; signed into every request.
    public let origin: Origin
    /// Whether only profiles made for production are accepted, and only https origins.
    public let mode: VerificationMode
    /// The rules of verification.
    public let profile: any VerificationProfile
    /// The policies.
    public let policies: PolicyCatalogue
    /// Who signs requests.
    public let signers: [ReaderSigner]
    /// By what apps name this service; nil where none does.
    public package(set) var merchant: InAppMerchant?
    /// The folder of the trust store.
    public let trustPath: String
    /// Seconds between looks at the store.
    public let trustSeconds: Int
    /// Which addresses lists may be fetched from.
    public let network: NetworkProfile
    /// Where sessions are kept.
    public let store: StoreConfiguration
    /// Seals what is stored.
    public let sealing: SealingKeyRing
    /// Signs the audit records.
    public let audit: AuditSigner
    /// Listener of the page's routes, and of all others where `backendListener` is nil.
    public let pageListener: Listener
    /// Listener of the backend's and the operator's routes.
    public let backendListener: Listener?
    /// Path before the page's routes, such as `/verification`.
    public let pagePath: String
    /// The credentials of the website's backend.
    public let backendKeys: [BackendKey]
    /// Where notices go; nil sends none.
    public let webhook: WebhookConfiguration?
    /// Limits.
    public let limits: ServiceLimits
    /// How long things last.
    public let settings: FlowSettings
}
