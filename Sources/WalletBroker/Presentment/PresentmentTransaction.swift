import Crypto
import PresentmentRequest

/// What a person agrees to, as one digest: a verification of the owner is for this and for nothing else.
enum PresentmentTransaction {
    private static let purpose = "mdoc transaction 1"

    /// SHA-256 over the session, which of its releases this is, the page, both digests of its request, the provider and its documents.
    static func digest(session: String, release: Int, request: PartialRequest, offer: ProviderOffer) -> [UInt8] {
        var writer = WireWriter()
        writer.text(purpose)
        writer.text(session)
        writer.short(release)
        writer.text(request.origin)
        writer.data(request.deviceRequestDigest.bytes)
        writer.data(request.encryptionInfoDigest.bytes)
        writer.text(offer.provider)
        writer.short(offer.documents.count)
        for documents in offer.documents {
            writer.short(documents.count)
            for document in documents { writer.text(document) }
        }
        return Array(SHA256.hash(data: writer.bytes))
    }
}
