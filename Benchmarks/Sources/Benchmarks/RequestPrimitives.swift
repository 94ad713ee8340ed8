import COSE
import Crypto
import Foundation
import X509

/// The cryptographic work that asking and answering cannot go without.
struct RequestPrimitives {
    private let key = P256.Signing.PrivateKey()
    private let content = Data(repeating: 7, count: 200)
    private let signature: P256.Signing.ECDSASignature
    private let recipientKey = P256.KeyAgreement.PrivateKey().publicKey
    private let readerCertificate: [UInt8]
    private let authorityKey: Certificate.PublicKey
    private let macKey = SymmetricKey(size: .bits256)
    private let boxKey = SymmetricKey(size: .bits128)
    private let plain: [UInt8]

    init(_ exchange: Exchange) throws {
        signature = try key.signature(for: content)
        readerCertificate = exchange.parties.reader.derEncoded
        authorityKey = exchange.parties.readerAuthority.identity.certificate.publicKey
        plain = exchange.plain
    }

    /// A request: 16 random bytes, a fresh key with its public half written out, and the reader's signatures.
    func request(signatures: Int) -> Bool {
        var generator = SystemRandomNumberGenerator()
        let nonce = (generator.next(), generator.next())
        let publicKey = P256.KeyAgreement.PrivateKey().publicKey.x963Representation
        for _ in 0..<signatures { guard (try? key.signature(for: content)) != nil else { return false } }
        return publicKey.count == 65 && nonce.0 != nonce.1
    }

    /// Looking at a request: the reader's certificate parsed and verified, and its signature.
    func review() -> Bool {
        guard let certificate = try? Certificate(derEncoded: readerCertificate) else { return false }
        return authorityKey.isValidSignature(certificate.signature, for: certificate) && key.publicKey.isValidSignature(signature, for: content)
    }

    /// An answer: the device's signature, a fresh key, a key agreement, six HMAC over 200 bytes and one AES-GCM.
    func answer() -> Bool {
        let ephemeral = P256.KeyAgreement.PrivateKey()
        guard (try? key.signature(for: content)) != nil, ephemeral.publicKey.x963Representation.count == 65,
            let secret = try? ephemeral.sharedSecretFromKeyAgreement(with: recipientKey)
        else { return false }
        var isRight = secret.withUnsafeBytes { $0.count == 32 }
        for _ in 0..<6 { isRight = isRight && HMAC<SHA256>.authenticationCode(for: content, using: macKey).byteCount == 32 }
        return isRight && (try? AES.GCM.seal(plain, using: boxKey)) != nil
    }
}
