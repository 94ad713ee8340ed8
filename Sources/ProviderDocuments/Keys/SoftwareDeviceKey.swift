import COSE
import Crypto
import DocumentProvider

/// A key read from its file. Describes itself by its kind only.
struct SoftwareDeviceKey: DeviceKey {
    private let key: SigningKey

    init(_ key: P256.Signing.PrivateKey) { self.key = .p256(key) }

    var algorithm: COSEAlgorithm { key.algorithm }
    var publicKey: COSEKey { key.verificationKey.coseKey }

    func signature(over message: [UInt8]) throws -> [UInt8] { try key.signature(over: message) }
}
