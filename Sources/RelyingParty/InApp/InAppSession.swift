import CBOR
public import Crypto
public import MobileDocument

/// What a server knows about one in-app transaction before the answer comes.
///
/// The nonce is issued by the server for one use; merchant and team identifier are the server's configuration, never
/// taken from the client. It cannot be copied, and verifying uses it up. But nothing remembers its nonce: a server takes that out of
/// its store, in one atomic step, before it makes a session of it, or the same envelope would be accepted again.
public struct InAppSession: ~Copyable, Sendable {
    private let nonce: [UInt8]
    private let merchantIdentifier: String
    private let teamIdentifier: String
    private let recipients: [RecipientKey]
    /// What was asked, in the form an answer is compared with; nil where it is not known.
    private let request: DeviceRequest?
    /// When the answer comes too late; nil only for replayed exchanges.
    let expiresAt: Instant?

    /// Longest nonce that apps pass on, in bytes.
    public static let maximumNonceBytes = 64

    /// Describes a transaction.
    ///
    /// - Parameters:
    ///   - nonce: the bytes the app passed on, 1 to 64.
    ///   - merchantIdentifier: the merchant identifier of the app's request.
    ///   - teamIdentifier: the developer team's identifier.
    ///   - merchantKeys: private keys of the merchant's encryption certificates, old and new while they are changed; the envelope says by hash
    ///     which one is used.
    ///   - requested: what the app was to ask for. The app's choice is not signed, so anything beyond this is dropped; empty
    ///     only for replayed exchanges.
    ///   - isAnyOf: whether the app was to ask for any one of these, so that one is enough.
    ///   - expiresAt: when the answer comes too late; nil only for replayed exchanges.
    /// - Throws: `requested` where no wallet could be asked for this, so that the mistake is found before an answer comes.
    public init(
        nonce: [UInt8], merchantIdentifier: String, teamIdentifier: String, merchantKeys: [P256.KeyAgreement.PrivateKey],
        requested: [RequestedDocument] = [], isAnyOf: Bool = false, expiresAt: Instant? = nil
    ) throws(InAppSessionError) {
        guard !merchantKeys.isEmpty else { throw .noKeys }
        try self.init(
            nonce: nonce, merchantIdentifier: merchantIdentifier, teamIdentifier: teamIdentifier, recipients: merchantKeys.map(RecipientKey.init),
            requested: requested, isAnyOf: isAnyOf, expiresAt: expiresAt)
    }

    /// The same of keys with their public halves, which a server makes once and not for every envelope. Where none is in use any more, no envelope
    /// opens.
    package init(
        nonce: [UInt8], merchantIdentifier: String, teamIdentifier: String, recipients: [RecipientKey], requested: [RequestedDocument],
        isAnyOf: Bool, expiresAt: Instant?
    ) throws(InAppSessionError) {
        guard (1...Self.maximumNonceBytes).contains(nonce.count) else { throw .nonce(bytes: nonce.count) }
        let request = try Self.request(for: requested, isAnyOf: isAnyOf)
        self.nonce = nonce
        self.merchantIdentifier = merchantIdentifier
        self.teamIdentifier = teamIdentifier
        self.recipients = recipients
        self.request = request
        self.expiresAt = expiresAt
    }

    /// Opens an envelope: chooses the key, compares the transcript's hash, decrypts.
    package func open(_ bytes: [UInt8]) throws -> (plaintext: [UInt8], transcript: SessionTranscript, request: DeviceRequest?) {
        let envelope: InAppEnvelope
        do { envelope = try InAppEnvelope(bytes) } catch { throw InAppEnvelopeFault.malformed(error.description) }
        guard
            let key = recipients.first(where: {
                envelope.recipientKeyHash.bytes.elementsEqual(SHA256.hash(data: $0.publicKey))
            })
        else { throw InAppEnvelopeFault.unknownKey(envelope.recipientKeyHash.array) }
        let transcript = SessionTranscript(
            .appleInApp(
                nonce: ByteSlice(nonce), merchantIdentifier: merchantIdentifier, teamIdentifier: teamIdentifier,
                recipientKeyHash: envelope.recipientKeyHash))
        guard envelope.infoHash.bytes.elementsEqual(transcript.hash) else { throw InAppEnvelopeFault.otherTranscript }
        guard
            let plaintext = ResponseEncryption.open(
                envelope.cipherText.bytes, encapsulatedKey: envelope.encapsulatedKey.bytes, with: key, transcript: transcript)
        else { throw InAppEnvelopeFault.decryption }
        return (plaintext, transcript, request)
    }

    /// A mistake in what was to be asked is found here, where it is made, and not in a genuine answer.
    private static func request(for documents: [RequestedDocument], isAnyOf: Bool) throws(InAppSessionError) -> DeviceRequest? {
        guard !documents.isEmpty else { return nil }
        let useCases = isAnyOf ? [UseCase.anyOf(documentRequests: documents.count)] : []
        do { return try RequestBuilder(documents: documents, useCases: useCases).unsigned() } catch { throw .requested("\(error)") }
    }
}
