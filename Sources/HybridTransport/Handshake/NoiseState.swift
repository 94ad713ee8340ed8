import Crypto
import CryptoExtras

/// The symmetric state of a Noise handshake (Noise Protocol Framework, 5.2) with P-256, AES-GCM and SHA-256.
///
/// Each key of these handshakes seals one empty message, so the counter is always zero.
struct NoiseState {
    private(set) var hash: [UInt8]
    private var chainingKey: SymmetricKey
    private var key: SymmetricKey?

    static let tagBytes = 16
    private static let keyBytes = 32

    /// - Parameter name: the protocol's, 32 bytes at most; shorter ones are filled up with zeros.
    init(name: String) {
        hash = Array(name.utf8) + [UInt8](repeating: 0, count: Self.keyBytes - name.utf8.count)
        chainingKey = SymmetricKey(data: hash)
    }

    mutating func mixHash(_ data: [UInt8]) { hash = Array(SHA256.hash(data: hash + data)) }

    mutating func mixKey(_ input: SymmetricKey) {
        let output = derive(input, keys: 2)
        chainingKey = output[0]
        key = output[1]
    }

    /// Takes in the public key of either side's message, X9.63: where there is a pre-shared key, into both hash and key.
    mutating func mixPoint(_ point: [UInt8]) {
        mixHash(point)
        mixKey(SymmetricKey(data: point))
    }

    mutating func mixKeyAndHash(_ input: SymmetricKey) {
        let output = derive(input, keys: 3)
        chainingKey = output[0]
        mixHash(output[1].bytes)
        key = output[2]
    }

    /// The tag of an empty message.
    mutating func sealEmpty() throws(HybridError) -> [UInt8] {
        guard let key, let box = try? AES.GCM.seal([UInt8](), using: key, nonce: Self.zeroNonce(), authenticating: hash) else { throw Self.failed }
        let tag = [UInt8](box.tag)
        mixHash(tag)
        return tag
    }

    /// Checks the tag of an empty message.
    mutating func openEmpty(_ tag: ArraySlice<UInt8>) throws(HybridError) {
        guard let key, let box = try? AES.GCM.SealedBox(nonce: Self.zeroNonce(), ciphertext: [UInt8](), tag: tag),
            (try? AES.GCM.open(box, using: key, authenticating: hash)) != nil
        else { throw Self.failed }
        mixHash(Array(tag))
    }

    /// The keys of the two directions, the client's first.
    func split() -> (fromClient: SymmetricKey, fromAuthenticator: SymmetricKey) {
        let keys = derive(SymmetricKey(data: [UInt8]()), keys: 2)
        return (keys[0], keys[1])
    }

    private func derive(_ input: SymmetricKey, keys count: Int) -> [SymmetricKey] {
        let output = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: input, salt: chainingKey.bytes, info: [UInt8](), outputByteCount: count * Self.keyBytes
        ).bytes
        return (0..<count).map { SymmetricKey(data: output[$0 * Self.keyBytes..<($0 + 1) * Self.keyBytes]) }
    }

    private static func zeroNonce() throws -> AES.GCM.Nonce { try AES.GCM.Nonce(data: [UInt8](repeating: 0, count: 12)) }

    private static var failed: HybridError {
        HybridError(.handshake, "the handshake does not come out: the other device knows another secret, or a message was altered")
    }
}
