import DocumentProvider
import Foundation
import PKCS11DeviceKeys

/// Which token keeps an app's device keys: the file `token.json`.
struct TokenSettings: Decodable {
    /// The token's driver, a shared library.
    let module: String
    /// The token's label.
    let token: String
    /// A file in the same folder that holds its user's PIN.
    let pinFile: String

    /// Logs in to the token.
    func keys(in folder: StorageFolder) throws -> PKCS11DeviceKeys {
        guard !pinFile.contains("/"), let pin = try folder.read(pinFile) else {
            throw DeviceKeyError.unavailable("\(folder.path) has no file \"\(pinFile)\" with the token's PIN")
        }
        let text = String(decoding: pin, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return try PKCS11DeviceKeys(module: module, token: token, pin: text)
    }
}
