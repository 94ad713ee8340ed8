import DocumentTrust
import MobileDocument

extension ReaderAuthenticationResult {
    /// Whether a trusted reader stands behind every document request.
    func isTrusted(for request: DeviceRequest) -> Bool {
        request.docRequests.indices.allSatisfy { index in signatures(covering: index).contains { $0.outcome == .trusted } }
    }
}
