package import Foundation
package import IdentityDocumentServices

/// The broker, as a user agent sees it.
package protocol WebPresentmentPort: Sendable {
    /// Has requests of a page answered.
    ///
    /// - Parameters:
    ///   - requests: what the user agent found in them.
    ///   - origin: the page that asks.
    ///   - anchor: the window to stand before.
    ///   - rawRequests: gives the requests as the page made them.
    func present(
        _ requests: [ISO18013MobileDocumentRequest], origin: URL, anchor: IdentityDocumentPresentationAnchor,
        rawRequests: @escaping @Sendable () async -> [IdentityDocumentWebPresentmentRawRequest]
    ) async throws(IdentityDocumentPresentmentError) -> ISO18013MobileDocumentResponse
}
