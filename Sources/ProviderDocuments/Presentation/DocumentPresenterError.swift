public import AppRequests
public import DocumentProvider
public import DocumentTrust

/// Why a provider does not answer a request that its owner agreed to.
public enum DocumentPresenterError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The page that asks has no origin.
    case origin
    /// The request cannot be read.
    case request(String)
    /// The request is not one that this provider answers.
    case refused(PresentationRefusal)
    /// The app is not one that this provider answers.
    case app(AppRequestRefusal)
    /// The answer may not be sealed to the key that the app names.
    case merchant(MerchantCertificateFault)
    /// The owner was verified by another enrolment than the one the document is bound to, or by none.
    case ownerChanged
    /// The document is bound to nobody: no enrolment was known when it was taken in.
    case unbound
    /// The documents cannot be used.
    case documents(DocumentStoreError)

    /// Stable code of the error.
    public var code: String {
        switch self {
        case .origin: "provider.origin"
        case .request: "provider.request"
        case .refused(let refusal): refusal.code
        case .app(let refusal): refusal.code
        case .merchant(let fault): fault.code
        case .ownerChanged: "provider.ownerChanged"
        case .unbound: "provider.unbound"
        case .documents(let error): error.code
        }
    }

    /// What is wrong and how to mend it.
    public var description: String {
        switch self {
        case .origin: "the page that asks has no web origin"
        case .request(let reason): "the request cannot be read: \(reason)"
        case .refused(let refusal): refusal.description
        case .app(let refusal): refusal.description
        case .merchant(let fault): fault.description
        case .ownerChanged: "the document is not bound to the PIN or passkey of now; have its issuer issue it anew, to a new key"
        case .unbound: "the document is bound to nobody; take it in once more, now with the PIN or passkey, or have its issuer issue it anew, to a new key"
        case .documents(let error): error.description
        }
    }
}
