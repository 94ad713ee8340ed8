import CBOR
public import Crypto
public import MobileDocument

/// What a server knows about one in-app transaction before the answer comes.
///
/// The nonce is issued by the server for one use; merchant and team identifier are the server's configuration, never
/// taken from the client. It cannot be copied, and verifying uses it up.
public struct InAppSession: ~Copyable, Sendable {
    private let nonce: [UInt8]
    private let merchantIdentifier: String
    private let teamIdentifier: String
    private let recipients: [RecipientKey]
    private let requested: [RequestedDocument]
    private let isAnyOf: Bool
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
    public init(
        nonce: [UInt8], merchantIdentifier: String, teamIdentifier: String, merchantKeys: [P256.KeyAgreement.PrivateKey],
        requested: [RequestedDocument] = [], isAnyOf: Bool = false, expiresAt: Instant? = nil
    ) throws(InAppSessionError) {
        try self.init(
            nonce: nonce, merchantIdentifier: merchantIdentifier, teamIdentifier: teamIdentifier, recipients: merchantKeys.map(RecipientKey.init),
            requested: requested, isAnyOf: isAnyOf, expiresAt: expiresAt)
    }

    /// The same of keys with their public halves, which a server makes once and not for every envelope.
    package init(
        nonce: [UInt8], merchantIdentifier: String, teamIdentifier: String, recipients: [RecipientKey], requested: [RequestedDocument],
        isAnyOf: Bool, expiresAt: Instant?
    ) throws(InAppSessionError) {
        guard (1...Self.maximumNonceBytes).contains(nonce.count) else { throw .nonce(bytes: nonce.count) }
        guard !recipients.isEmpty else { throw .noKeys }
        self.nonce = nonce
        self.merchantIdentifier = merchantIdentifier
        self.teamIdentifier = teamIdentifier
        self.recipients = recipients
        self.requested = requested
        self.isAnyOf = isAnyOf
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
        return (plaintext, transcript, try expectation())
    }

    /// What was asked, in the form an answer is compared with; nil where it is not known.
    private func expectation() throws -> DeviceRequest? {
        guard !requested.isEmpty else { return nil }
        let items = requested.map { ItemsRequest(docType: $0.docType, elements: $0.elements, requestInfo: $0.info) }
        let info = DeviceRequest.encodeInfo(useCases: isAnyOf ? [.anyOf(documentRequests: items.count)] : [])
        return try DeviceRequest(DeviceRequest.encode(items: items.map { (DeviceRequest.encodeItems($0), nil) }, info: info, readerAuthAll: []))
    }
}
