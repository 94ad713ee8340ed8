public import Foundation
import PresentmentRequest
import RequestExtraction

/// Checks a website's request and gives what may be shown of it.
public struct IdentityDocumentWebPresentmentRawRequestValidator: Sendable {
    /// Makes a validator.
    public init() {}

    /// Validates a request for mobile documents: form, forbidden elements, and signatures against the page's transcript.
    ///
    /// - Parameters:
    ///   - requestData: the JSON object with the strings `deviceRequest` and `encryptionInfo`.
    ///   - origin: the page, as the user agent vouches for it; one trailing slash is left off.
    /// - Throws: `IdentityDocumentPresentmentError` with the code `invalidRequest` and the reason.
    public func validateISO18013MobileDocumentRequest(
        _ requestData: Data, origin: URL
    ) throws(IdentityDocumentPresentmentError) -> ISO18013MobileDocumentRequest {
        do {
            return ISO18013MobileDocumentRequest(try RequestExtraction.partialRequest(from: Array(requestData), origin: origin.originText))
        } catch {
            throw IdentityDocumentPresentmentError(.invalidRequest, error.description)
        }
    }
}
