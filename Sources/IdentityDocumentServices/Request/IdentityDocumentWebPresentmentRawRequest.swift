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
        /// Of an app, in the form in which it reached the broker.
        case inApp
    }

    /// What kind of request it is.
    public let requestType: RequestType
    /// The enrolment (a passkey, a PIN) by which the owner was verified for this very request. An app compares it with the one it kept
    /// when it provisioned the document: another one may be somebody else's.
    public let enrolment: String?
    private let content: Content

    /// Takes a request from the page: for a mobile document a JSON object with the strings `deviceRequest` and `encryptionInfo`.
    public init(requestType: RequestType, requestData: Data) {
        self.init(requestType: requestType, requestData: requestData, enrolment: nil)
    }

    package init(requestType: RequestType, requestData: Data, enrolment: String?) {
        self.requestType = requestType
        self.enrolment = enrolment
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

extension IdentityDocumentWebPresentmentRawRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Type and size; a request is nobody else's business.
    public var description: String { "<\(requestType), \(requestData.count) bytes>" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// No children, so nothing prints the request by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
