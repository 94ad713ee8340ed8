import COSE
import X509

extension SigningKey {
    /// The same private key in the form that signs certificates.
    var certificateKey: Certificate.PrivateKey {
        switch self {
        case .p256(let key): Certificate.PrivateKey(key)
        case .p384(let key): Certificate.PrivateKey(key)
        case .p521(let key): Certificate.PrivateKey(key)
        case .ed25519(let key): Certificate.PrivateKey(key)
        }
    }

    /// Whether the key may sign certificates: 18013-5 Annex B lets only elliptic-curve (ECDSA) keys do so.
    var maySignCertificates: Bool {
        switch self {
        case .p256, .p384, .p521: true
        case .ed25519: false
        }
    }
}
