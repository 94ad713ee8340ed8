public import IdentityDocumentServices

/// Has the requests as the page made them.
@MainActor
public protocol IdentityDocumentWebPresentmentControllerDelegate: AnyObject {
    /// Gives the requests, when they are wanted: to be read in confinement, and after the person has agreed, to be answered.
    func rawRequestsForWebPresentmentController(
        _ controller: IdentityDocumentWebPresentmentController
    ) async -> [IdentityDocumentWebPresentmentRawRequest]
}
