import Foundation
import IdentityDocumentServices

/// A system without a broker.
struct UnsupportedWebPresentment: WebPresentmentPort {
    func present(
        _ requests: [ISO18013MobileDocumentRequest], origin: URL, anchor: IdentityDocumentPresentationAnchor,
        rawRequests: @escaping @Sendable () async -> [IdentityDocumentWebPresentmentRawRequest]
    ) async throws(IdentityDocumentPresentmentError) -> ISO18013MobileDocumentResponse {
        throw IdentityDocumentPresentmentError(.notEntitled, "no broker is there that would take requests of this program")
    }
}
