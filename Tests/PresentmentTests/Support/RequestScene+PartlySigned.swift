import CBOR
import COSE
import MobileDocument
import RelyingParty

extension RequestScene {
    /// A request of which the reader has signed some document requests, each by itself (`readerAuth`), and nobody the whole; and its session.
    func partlySigned(
        _ documents: [RequestedDocument], useCases: [UseCase], signing signed: Set<Int>
    ) throws -> (session: PendingSession, data: [UInt8]) {
        let expiry = parties.now.advanced(bySeconds: 600)
        let (session, request) = try RequestBuilder(documents: documents, useCases: useCases).build(for: parties.origin, expiresAt: expiry)
        let unsigned = try DeviceRequest(Base64URL.decode(request.data.deviceRequest) ?? [])
        var parts: [(items: EmbeddedCBOR, readerAuth: [UInt8]?)] = []
        for (position, docRequest) in unsigned.docRequests.enumerated() {
            let items = docRequest.encodedItemsRequest
            let signature = try COSESign1.encode(
                signing: ReaderAuthentication.bytes(transcript: session.transcript, items: items), isDetached: true,
                chain: [parties.reader.derEncoded], with: parties.reader.signingKey)
            parts.append((items, signed.contains(position) ? signature : nil))
        }
        let encoded = DeviceRequest.encode(items: parts, info: unsigned.encodedDeviceRequestInfo, readerAuthAll: [])
        let deviceRequest = Base64URL.encode(encoded)
        return (
            PendingSession(
                origin: parties.origin, encryptionInfo: request.data.encryptionInfo, deviceRequest: deviceRequest, recipientKey: session.recipientKey,
                expiresAt: expiry),
            Self.json(deviceRequest: deviceRequest, encryptionInfo: request.data.encryptionInfo)
        )
    }
}
