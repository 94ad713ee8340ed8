public import Crypto
public import MobileDocument
import CBOR

/// An answer to an app: what of the held documents answers it, and the envelope for the app's server.
///
/// Several types of document may be asked for, any one of which will do: the first that has all that is asked, or else the first that has
/// anything.
public struct InAppPresentation: Sendable {
    /// Position of the document that answers, among those held.
    public let document: Int
    /// What of it is released.
    public let selection: ElementSelection
    private let held: HeldDocument

    /// Finds the document that answers.
    ///
    /// - Parameters:
    ///   - items: what is asked of each type of document, most wanted first.
    ///   - documents: the documents held.
    ///   - time: the moment to judge by.
    public init(answering items: [ItemsRequest], with documents: [HeldDocument], at time: Instant) throws(PresentationRefusal) {
        let encoded = DeviceRequest.encode(items: items.map { (DeviceRequest.encodeItems($0), nil) }, info: nil, readerAuthAll: [])
        guard let request = try? DeviceRequest(encoded) else { throw .noMatchingDocument }
        let all = Set(request.docRequests.indices)
        let candidates = RequestMatch(request, answering: all, documents: documents, at: time).candidates.compactMap(\.first)
        guard let candidate = candidates.first(where: \.selection.isComplete) ?? candidates.first else { throw .noMatchingDocument }
        document = candidate.document
        selection = candidate.selection
        held = documents[candidate.document]
    }

    /// Seals the answer to the merchant's key.
    ///
    /// - Parameters:
    ///   - nonce: the nonce of the merchant's server.
    ///   - merchantIdentifier: the merchant.
    ///   - teamIdentifier: the team that makes the app.
    ///   - merchantKey: the key of the merchant's encryption certificate, once `MerchantCertificate.check` has let it pass: nothing here looks at
    ///     whose it is.
    /// - Returns: the encoded envelope.
    public func envelope(
        nonce: [UInt8], merchantIdentifier: String, teamIdentifier: String, merchantKey: P256.KeyAgreement.PublicKey
    ) throws(PresentationRefusal) -> [UInt8] {
        let transcript = SessionTranscript(
            .appleInApp(
                nonce: ByteSlice(nonce), merchantIdentifier: merchantIdentifier, teamIdentifier: teamIdentifier,
                recipientKeyHash: InAppEnvelope.keyHash(of: merchantKey)))
        let presented = PresentedDocument(document: held, released: selection.released)
        let response = try DeviceResponseWriter.encode([presented], transcript: transcript, readerKey: nil)
        guard let envelope = try? InAppEnvelope.seal(deviceResponse: response, to: merchantKey, transcript: transcript) else { throw .cryptography }
        return envelope.encoded
    }
}
