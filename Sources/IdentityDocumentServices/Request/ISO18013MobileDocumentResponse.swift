public import Foundation

/// A response of ISO/IEC TS 18013-7, Annex C.
public struct ISO18013MobileDocumentResponse: IdentityDocumentWebPresentmentResponse {
    /// The encrypted response: CBOR `["dcapi", {"enc", "cipherText"}]`, as bytes.
    public let responseData: Data

    /// Takes an encrypted response.
    public init(responseData: Data) { self.responseData = responseData }
}
