import Foundation
import Glibc

/// A try of the PIN in a file, as the file is now, with one token. That it failed is noted: a provider is started for every request, and a
/// few wrong PINs lock a token.
struct PINAttempt {
    private static let name = "refused-pin"

    private let notes: StorageFolder
    private let note: Data

    /// - Parameter notes: where failures are noted.
    init(_ settings: TokenSettings, file: String, notes: StorageFolder) {
        self.notes = notes
        var status = stat()
        // Of a file that is not there no PIN is tried.
        _ = lstat(file, &status)
        let time = status.st_mtim
        let text = """
            \(settings.module)
            \(settings.token) \(settings.serial ?? "")
            \(settings.pinFile) \(status.st_ino) \(status.st_size) \(time.tv_sec) \(time.tv_nsec)
            """
        note = Data(text.utf8)
    }

    /// Whether the same try has failed before.
    func hasFailed() throws(StorageFault) -> Bool { try notes.read(Self.name) == note }

    /// Notes that it has failed. Where that cannot be written, the token's own count remains.
    func noteFailure() { try? notes.write(Self.name, note, replacing: true) }
}
