import COSE
import Crypto
import Foundation
import MobileDocument
import X509

/// The cryptographic work no verifier can go without, with every key and signature parsed beforehand, through
/// swift-crypto's public interface, on the very bytes of the exchange.
struct Primitives {
    private struct Signed {
        let issuerSignature: P256.Signing.ECDSASignature
        let issuerStructure: [UInt8]
        let deviceSignature: P256.Signing.ECDSASignature
        let deviceStructure: [UInt8]
    }

    private let signerKey: P256.Signing.PublicKey
    private let deviceKey: P256.Signing.PublicKey
    private let documents: [Signed]
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
            case .p256(let deviceKey) = exchange.parties.deviceKey.verificationKey
        else { fatalError("the sample is not on P-256") }
        self.signerKey = signerKey
        self.deviceKey = deviceKey
        documents = try exchange.documents.map { document in
            guard case .signature(let proof) = document.deviceSigned.deviceAuth else { fatalError("the sample proves itself by signature") }
            return Signed(
                issuerSignature: try P256.Signing.ECDSASignature(rawRepresentation: document.issuerSigned.issuerAuth.signature.array),
                issuerStructure: Exchange.issuerStructure(document),
                deviceSignature: try P256.Signing.ECDSASignature(rawRepresentation: proof.signature.array),
                deviceStructure: exchange.deviceStructure(document))
        }
        items = try Exchange.digestedItems(exchange.plain)
        recipientKey = exchange.session.recipientKey
        encapsulatedKey = try P256.KeyAgreement.PublicKey(x963Representation: exchange.sealed.encapsulatedKey.array)
        // HPKE does not show its key, so the plaintext is sealed once more under a known one: the same work to open.
        box = try AES.GCM.seal(exchange.plain, using: boxKey)
        guard box.ciphertext.count + 16 == exchange.sealed.cipherText.count else { fatalError("another ciphertext") }
        signerCertificate = exchange.parties.signer.derEncoded
        rootKey = exchange.parties.root.identity.certificate.publicKey
    }

    /// Bytes that are hashed for one response.
    var hashedBytes: Int {
        (items.map(\.count) + documents.map { $0.issuerStructure.count + $0.deviceStructure.count }).reduce(0, +)
    }

    /// Two verifications for each document and the hashes: all a plaintext response needs.
    func plaintext() -> Bool {
        var isRight = true
        for item in items { isRight = isRight && SHA256.hash(data: item).first(where: { $0 != 0 }) != nil }
        for document in documents {
            isRight = isRight && signerKey.isValidSignature(document.issuerSignature, for: SHA256.hash(data: document.issuerStructure))
            isRight = isRight && deviceKey.isValidSignature(document.deviceSignature, for: SHA256.hash(data: document.deviceStructure))
        }
        return isRight
    }

    /// What opening a sealed response takes: a key agreement, six HMAC over 200 bytes, one AES-GCM.
    func opening() -> Bool {
        guard let secret = try? recipientKey.sharedSecretFromKeyAgreement(with: encapsulatedKey) else { return false }
        var isRight = secret.withUnsafeBytes { $0.count == 32 }
        for _ in 0..<6 { isRight = isRight && HMAC<SHA256>.authenticationCode(for: macInput, using: macKey).byteCount == 32 }
        guard let opened = try? AES.GCM.open(box, using: boxKey) else { return false }
        return isRight && opened.count == box.ciphertext.count
    }

    /// Opening, and what the plaintext takes.
    func annexC() -> Bool { opening() && plaintext() }

    /// What an unknown signer takes: its certificate is parsed and the root's signature on it verified.
    func certificate() -> Bool {
        guard let certificate = try? Certificate(derEncoded: signerCertificate) else { return false }
        return rootKey.isValidSignature(certificate.signature, for: certificate)
    }

    /// A sealed response of an unknown signer.
    func annexCWithCertificate() -> Bool { certificate() && annexC() }

    /// A plaintext response of an unknown signer.
    func plaintextWithCertificate() -> Bool { certificate() && plaintext() }

    /// What checking one issuer's signature takes.
    func issuerSignature() -> Bool {
        signerKey.isValidSignature(documents[0].issuerSignature, for: SHA256.hash(data: documents[0].issuerStructure))
    }
}
