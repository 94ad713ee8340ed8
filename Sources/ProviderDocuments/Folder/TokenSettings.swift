import DocumentProvider
import Foundation
import PKCS11DeviceKeys

/// Which token keeps an app's device keys: the file `token.json`.
struct TokenSettings: Decodable {
    /// The token's driver, a shared library.
    let module: String
    /// The token's label.
    let token: String
    /// Its serial number, where several tokens have that label.
    let serial: String?
    /// A file in the same folder that holds its user's PIN.
    let pinFile: String

    /// Logs in to the token. A PIN that it has refused is not tried again before its file is changed.
    ///
    /// - Parameter patience: for how long to wait for others who log in or make something in the token.
    func keys(in folder: StorageFolder, patience: Duration) throws -> PKCS11DeviceKeys {
        let file = "\(folder.path)/\(pinFile)"
        let state = try StorageFolder("\(folder.path)/token-state")
        // Who starts at the same time waits, and then knows what the token has said.
        let lock: Int32
        do { lock = try state.lock(patience: patience) } catch { throw DeviceKeyError.unavailable("\(error)") }
        defer { StorageFolder.unlock(lock) }
        // Before it is read: what is written meanwhile is another PIN.
        let attempt = PINAttempt(self, file: file, notes: state)
        guard !pinFile.contains("/"), let pin = try folder.read(pinFile) else {
            throw DeviceKeyError.unavailable("\(folder.path) has no file \"\(pinFile)\" with the token's PIN")
        }
        guard try !attempt.hasFailed() else { throw DeviceKeyError.wrongPIN("the PIN in \(file)") }
        let text = String(decoding: pin, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        do throws(DeviceKeyError) {
            return try PKCS11DeviceKeys(module: module, token: token, serial: serial, pin: text, folder: state.path)
        } catch {
            switch error {
            case .wrongPIN:
                attempt.noteFailure()
                throw DeviceKeyError.wrongPIN("the PIN in \(file)")
            case .lockedPIN: throw DeviceKeyError.lockedPIN("the PIN in \(file)")
            default: throw error
            }
        }
    }
}
