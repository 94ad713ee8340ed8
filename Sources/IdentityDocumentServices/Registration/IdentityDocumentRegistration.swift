/// A document an app has registered with the system, to be offered when a website asks for one of its type. The system's own types
/// conform.
public protocol IdentityDocumentRegistration: Sendable {
    /// The document's name in the app's own storage, one registration for each.
    var documentIdentifier: String { get }
}
