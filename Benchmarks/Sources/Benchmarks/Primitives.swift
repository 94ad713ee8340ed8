import COSE
import Crypto
import Foundation
import MobileDocument
import X509

/// The cryptographic work no verifier can go without, with every key and signature parsed beforehand, through
/// swift-crypto's public interface, on the very bytes of the exchange.
struct Primitives {
    private let signerKey: P256.Signing.PublicKey
    private let issuerSignature: P256.Signing.ECDSASignature
    private let issuerStructure: [UInt8]
    private let deviceKey: P256.Signing.PublicKey
    private let deviceSignature: P256.Signing.ECDSASignature
    private let deviceStructure: [UInt8]
    private let items: [[UInt8]]
    private let recipientKey: P256.KeyAgreement.PrivateKey
    private let encapsulatedKey: P256.KeyAgreement.PublicKey
    private let macKey = SymmetricKey(size: .bits256)
    private let macInput = Data(repeating: 7, count: 200)
    private let box: AES.GCM.SealedBox
    private let boxKey = SymmetricKey(size: .bits128)
    private let signerCertificate: [UInt8]
    private let rootKey: Certificate.PublicKey

    init(_ exchange: Exchange) throws {
        guard
            case .p256(let signerKey) = exchange.parties.signer.signingKey.verificationKey,
            case .p256(let deviceKey) = exchange.parties.deviceKey.verificationKey,
            case .signature(let proof) = exchange.document.deviceSigned.deviceAuth
        else { fatalError("the sample is not on P-256") }
        self.signerKey = signerKey
        self.deviceKey = deviceKey
        let issuerAuth = exchange.document.issuerSigned.issuerAuth
        issuerSignature = try P256.Signing.ECDSASignature(rawRepresentation: issuerAuth.signature.array)
        deviceSignature = try P256.Signing.ECDSASignature(rawRepresentation: proof.signature.array)
        issuerStructure = exchange.issuerStructure
        deviceStructure = exchange.deviceStructure
        items = try exchange.digestedItems()
        recipientKey = exchange.session.recipientKey
        encapsulatedKey = try P256.KeyAgreement.PublicKey(x963Representation: exchange.sealed.encapsulatedKey.array)
        // HPKE does not show its key, so the plaintext is sealed once more under a known one: the same work to open.
        box = try AES.GCM.seal(exchange.plain, using: boxKey)
        guard box.ciphertext.count + 16 == exchange.sealed.cipherText.count else { fatalError("another ciphertext") }
        signerCertificate = exchange.parties.signer.derEncoded
        rootKey = exchange.parties.root.identity.certificate.publicKey
    }

    /// Bytes that are hashed for one response.
    var hashedBytes: Int { items.map(\.count).reduce(issuerStructure.count + deviceStructure.count, +) }

    /// Two verifications and the hashes: all a plaintext response needs.
    func plaintext() -> Bool {
        var isRight = true
        for item in items { isRight = isRight && SHA256.hash(data: item).first(where: { $0 != 0 }) != nil }
        isRight = isRight && signerKey.isValidSignature(issuerSignature, for: SHA256.hash(data: issuerStructure))
        return isRight && deviceKey.isValidSignature(deviceSignature, for: SHA256.hash(data: deviceStructure))
    }

    /// The same, and what opening a sealed response takes: a key agreement, six HMAC over 200 bytes, one AES-GCM.
    func annexC() -> Bool {
        guard let secret = try? recipientKey.sharedSecretFromKeyAgreement(with: encapsulatedKey) else { return false }
        var isRight = secret.withUnsafeBytes { $0.count == 32 }
        for _ in 0..<6 { isRight = isRight && HMAC<SHA256>.authenticationCode(for: macInput, using: macKey).byteCount == 32 }
        guard let opened = try? AES.GCM.open(box, using: boxKey) else { return false }
        return isRight && opened.count == box.ciphertext.count && plaintext()
    }

    /// The same with an unknown signer: its certificate is parsed and the root's signature on it verified.
    func annexCWithCertificate() -> Bool {
        guard let certificate = try? Certificate(derEncoded: signerCertificate) else { return false }
        return rootKey.isValidSignature(certificate.signature, for: certificate) && annexC()
    }
}
