import Crypto
import DocumentProvider
import MobileDocument
import RelyingParty

/// The same elements of the same licence, asked for by an app and answered in an envelope.
struct InAppExchange {
    private let exchange: Exchange
    private let requested: [RequestedDocument]
    private let envelope: [UInt8]
    private let merchantKey = P256.KeyAgreement.PrivateKey()
    private static let nonce = [UInt8](repeating: 5, count: 16)
    private static let merchant = "merchant.example.rentals"
    private static let team = "EXAMPLE123"

    init(_ exchange: Exchange) throws {
        self.exchange = exchange
        requested = Exchange.requested([Exchange.licence(portraitBytes: exchange.shape.portraitBytes)], exchange.shape.elements)
        let items = requested.map { ItemsRequest(docType: $0.docType, elements: $0.elements) }
        envelope = try InAppPresentation(answering: items, with: exchange.held, at: exchange.parties.now).envelope(
            nonce: Self.nonce, merchantIdentifier: Self.merchant, teamIdentifier: Self.team, merchantKey: merchantKey.publicKey)
    }

    /// What a server does with an envelope: what it knows of the transaction, put together, and the verification.
    func verdict(_ verifier: Verifier) -> Verdict? {
        guard
            let session = try? InAppSession(
                nonce: Self.nonce, merchantIdentifier: Self.merchant, teamIdentifier: Self.team, merchantKeys: [merchantKey], requested: requested,
                expiresAt: exchange.parties.now.advanced(bySeconds: 600))
        else { return nil }
        return verifier.verify(envelope: envelope, for: session, at: exchange.parties.now)
    }
}
