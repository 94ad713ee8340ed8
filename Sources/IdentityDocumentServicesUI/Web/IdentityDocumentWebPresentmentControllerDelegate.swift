public import IdentityDocumentServices

/// Has the requests as the page made them.
@MainActor
public protocol IdentityDocumentWebPresentmentControllerDelegate: AnyObject {
    /// Gives the requests, when they are wanted: to be read in confinement, and after the person has agreed, to be answered. Always the same, in the
    /// page's order: they are alternatives, of which the first that is valid is shown, among the first 16 for mobile documents.
    func rawRequestsForWebPresentmentController(
        _ controller: IdentityDocumentWebPresentmentController
    ) async -> [IdentityDocumentWebPresentmentRawRequest]
}
