import COSE
import DocumentProvider

/// A key in a token.
struct PKCS11DeviceKey: DeviceKey {
    let label: String
    let publicKey: COSEKey
    let keys: PKCS11DeviceKeys

    var algorithm: COSEAlgorithm { .es256 }

    func signature(over message: [UInt8]) throws -> [UInt8] { try keys.signature(over: message, label: label) }
}
