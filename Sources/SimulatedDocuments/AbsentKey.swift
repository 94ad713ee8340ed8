import COSE
import DocumentProvider

/// The key of nobody: what it signs has zeros in place of a signature.
struct AbsentKey: DeviceKey {
    let algorithm = COSEAlgorithm.es256
    /// A key whose private half is nowhere; the form of documents wants one.
    let publicKey = SigningKey.generate(.p256).verificationKey.coseKey

    func signature(over message: [UInt8]) -> [UInt8] { [UInt8](repeating: 0, count: 64) }
}
