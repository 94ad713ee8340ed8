import Foundation
import IdentityDocumentServices
import IdentityDocumentServicesUI
import MobileDocument

/// A page without a window: has one request, and waits for the answer.
@MainActor final class PresentingPage: IdentityDocumentWebPresentmentControllerDelegate, IdentityDocumentPresentmentControllerPresentationContextProviding {
    private let data: Data

    /// Takes the request, the JSON object that the browser's API gets as `data`.
    init(_ data: Data) { self.data = data }

    /// Has it answered; the sealed response.
    func present(from origin: Origin) async throws -> Data {
        guard let page = URL(string: origin.serialized) else { throw CommandFailure("this is no page's origin", at: origin.serialized, mend: "give one such as https://rentals.example") }
        let controller = IdentityDocumentWebPresentmentController()
        (controller.delegate, controller.presentationContextProvider) = (self, self)
        let request = try IdentityDocumentWebPresentmentRawRequestValidator().validateISO18013MobileDocumentRequest(data, origin: page)
        let response = try await controller.performRequests([request], origin: page)
        return (response as? ISO18013MobileDocumentResponse)?.responseData ?? Data()
    }

    func rawRequestsForWebPresentmentController(
        _ controller: IdentityDocumentWebPresentmentController
    ) async -> [IdentityDocumentWebPresentmentRawRequest] {
        [IdentityDocumentWebPresentmentRawRequest(requestType: .iso18013MobileDocument, requestData: data)]
    }

    func presentationAnchorForPresentmentController(
        _ controller: any IdentityDocumentPresentmentControlling
    ) -> IdentityDocumentPresentationAnchor? { IdentityDocumentPresentationAnchor() }
}
