public import Foundation
import Synchronization

/// A request as the website sent it.
///
/// An app gets one inside the closure of `sendResponse`, after the person agreed. When the closure has ended, however it ended,
/// every copy of the value is empty.
public struct IdentityDocumentWebPresentmentRawRequest: Sendable {
    /// What kind of request it is.
    public enum RequestType: Sendable, Hashable {
        /// ISO/IEC TS 18013-7, Annex C.
        case iso18013MobileDocument
    }

    /// What kind of request it is.
    public let requestType: RequestType
    /// The provider's documents that the system found for the request, as they are registered; empty in a request that no system has
    /// matched.
    public let documentIdentifiers: [String]
    /// The enrolment with which the owner was verified for this request; nil where nobody was.
    public let ownerEnrolment: String?
    private let content: Content

    /// Takes a request from the page: for a mobile document a JSON object with the strings `deviceRequest` and `encryptionInfo`.
    public init(requestType: RequestType, requestData: Data) {
        self.init(requestType: requestType, requestData: requestData, documentIdentifiers: [], ownerEnrolment: nil)
    }

    init(requestType: RequestType, requestData: Data, documentIdentifiers: [String], ownerEnrolment: String?) {
        self.requestType = requestType
        self.documentIdentifiers = documentIdentifiers
        self.ownerEnrolment = ownerEnrolment
        content = Content(requestData)
    }

    /// The request's bytes; none after the closure it was given to has ended.
    public var requestData: Data { content.data }

    /// Empties the value and all its copies.
    func invalidate() { content.erase() }
}

extension IdentityDocumentWebPresentmentRawRequest {
    /// The one place where the bytes are, shared by all copies of the value.
    private final class Content: Sendable {
        private let bytes: Mutex<Data>

        init(_ data: Data) { bytes = Mutex(data) }

        var data: Data { bytes.withLock { $0 } }

        func erase() { bytes.withLock { $0 = Data() } }
    }
}

extension IdentityDocumentWebPresentmentRawRequest: CustomStringConvertible {
    /// Type and size; a request is nobody else's business.
    public var description: String { "<\(requestType), \(requestData.count) bytes>" }
}
