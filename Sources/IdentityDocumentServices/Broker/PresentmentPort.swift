package import Foundation

/// One request at the broker, as the provider that was chosen for it sees it.
package protocol PresentmentPort: Sendable {
    /// Has the request released. The broker pulls it from the user agent now, after the person agreed, and not before.
    func releaseRequest() async throws(IdentityDocumentPresentmentError) -> ReleasedRequest
    /// Passes the encrypted response on to the website; ends the request.
    func deliver(_ response: Data) async throws(IdentityDocumentPresentmentError)
    /// Ends the request without a response. The website learns no more than that there is none.
    func end(_ ending: PresentmentEnding) async
}
