package import MobileDocument

/// A request as it was built for one transaction: what goes to the page, and what a server keeps until the answer comes.
package struct BuiltRequest: Sendable {
    /// The request for the page (public).
    package let request: PresentationRequest
    private let origin: Origin
    private let recipient: RecipientKey
    private let expiresAt: Instant?
    private let transcript: SessionTranscript

    /// Puts a request together.
    ///
    /// - Parameters:
    ///   - recipient: the key that answers are sealed to, whose public half is in the request.
    ///   - transcript: that of the request's encryption information and the origin.
    package init(_ request: PresentationRequest, origin: Origin, recipient: RecipientKey, expiresAt: Instant?, transcript: SessionTranscript) {
        self.request = request
        self.origin = origin
        self.recipient = recipient
        self.expiresAt = expiresAt
        self.transcript = transcript
    }

    /// The session as a verification uses it (secret), with the request read again.
    var session: PendingSession {
        PendingSession(
            origin: origin, encryptionInfo: request.data.encryptionInfo, deviceRequest: request.data.deviceRequest, recipient: recipient,
            expiresAt: expiresAt, transcript: transcript)
    }

    /// The session as a server keeps it beside the request (secret); `PendingSession(cbor:request:)` reads it.
    ///
    /// - Parameter handedOut: the request as it is handed out, with these texts; it can be stored in the clear.
    package func storedSession(for handedOut: [UInt8]) -> [UInt8] {
        PendingSession.cbor(origin: origin, request: handedOut, recipient: recipient, expiresAt: expiresAt)
    }
}

extension BuiltRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The origin only.
    package var description: String { "request for \(origin)" }

    /// The same as `description`.
    package var debugDescription: String { description }

    /// No children, so nothing prints the key by accident.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
