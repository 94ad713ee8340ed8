/// A request of a website, as far as it may be known before consent. The system's own types conform.
public protocol IdentityDocumentWebPresentmentRequest: Sendable {}
