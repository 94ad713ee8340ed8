public import Crypto
public import DocumentTrust
import MobileDocument

/// A private key that answers to apps are sealed to, and until when it opens them.
public struct MerchantKey: Sendable {
    let recipient: RecipientKey
    private let end: Instant?

    /// A key that opens envelopes as long as it is there.
    public init(_ privateKey: P256.KeyAgreement.PrivateKey) {
        recipient = RecipientKey(privateKey)
        end = nil
    }

    /// A key that opens envelopes until its certificate ends; nil where the certificate is for another key.
    public init?(_ privateKey: P256.KeyAgreement.PrivateKey, certificate: MerchantCertificate) {
        guard privateKey.publicKey.x963Representation == certificate.publicKey.x963Representation else { return nil }
        recipient = RecipientKey(privateKey)
        end = certificate.certificate.notAfter
    }

    /// Whether it opens envelopes at a time.
    func opens(at time: Instant) -> Bool { end.map { time <= $0 } ?? true }
}

extension MerchantKey: CustomStringConvertible, CustomReflectable {
    /// Not the key.
    public var description: String { "merchant key" }
    /// No children, so nothing prints a key by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
