/// A response to a website. The system's own types conform.
public protocol IdentityDocumentWebPresentmentResponse: Sendable {}
