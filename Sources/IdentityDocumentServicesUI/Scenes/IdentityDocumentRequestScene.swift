/// What a provider shows when it was selected for a request. The types of this module conform.
@MainActor @preconcurrency
public protocol IdentityDocumentRequestScene {}
