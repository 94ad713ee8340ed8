import COSE
import DocumentProvider
import DocumentTrust
import MobileDocument
import MobileDocumentTesting
import RelyingParty

/// A wallet with one licence that answers trusted readers only.
enum Wallet {
    /// Lets the wallet look at a request for elements of the licence, signed with a reader's certificate.
    static func review(
        _ elements: [ElementIdentifier], certificate: [UInt8], key: SigningKey, origin: String = "https://rentals.example", trust: ReaderTrustList,
        at time: Instant = RegistrarWorld.now
    ) throws -> RequestReview {
        guard let parties = RegistrarWorld.parties else { throw RegistrarWorld.Missing() }
        let origin = try Origin(origin)
        let signer = ReaderSigner(name: "registrar", chain: [certificate], key: key)
        let (_, request) = try RequestBuilder(
            documents: [RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: elements)], signers: [signer]
        ).build(for: origin, expiresAt: time.advanced(bySeconds: 300))
        let presented = try PresentedRequest(deviceRequest: request.data.deviceRequest, encryptionInfo: request.data.encryptionInfo, origin: origin)
        return try Holder(
            documents: [HeldDocument(issuerSigned: parties.licence, deviceKey: parties.deviceKey)], readerTrust: trust, policy: .trustedReaders
        ).review(presented, at: time)
    }
}
