package import Foundation
package import IdentityDocumentServices

/// The broker, as a user agent sees it.
package protocol WebPresentmentPort: Sendable {
    /// Has requests of a page answered.
    ///
    /// - Parameters:
    ///   - requests: what the user agent found in them.
    ///   - origin: the page that asks.
    ///   - openingWindow: opens the window in which the person decides, if the broker has one for it.
    ///   - rawRequests: gives the requests as the page made them.
    func present(
        _ requests: [ISO18013MobileDocumentRequest], origin: URL, openingWindow: @escaping @Sendable (URL) async -> Void,
        rawRequests: @escaping @Sendable () async -> [IdentityDocumentWebPresentmentRawRequest]
    ) async throws(IdentityDocumentPresentmentError) -> ISO18013MobileDocumentResponse
}
