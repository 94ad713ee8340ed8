import Crypto
import Foundation
import TextEncodings

/// Tells what is installed from what was installed before, by the files it consists of.
enum Installation {
    /// The same as long as a provider's manifest and program, and what its arguments name, are the same files, and its roots of readers the same.
    /// An app's folder is another one when something in it comes or goes, as what an app leaves there that no broker has heard.
    ///
    /// - Parameter folder: of the providers.
    static func mark(of provider: InstalledProvider, in folder: String) -> String {
        let named = provider.arguments.filter { $0.hasPrefix("/") }
        let files = ([ProviderManifest.file(of: provider.name, in: folder), provider.program] + named).map { file in
            InstalledFile.version(file).map { "\($0.file).\($0.bytes).\($0.seconds).\($0.nanoseconds)" } ?? "none"
        }
        let roots = Array(SHA256.hash(data: provider.readerRoots.flatMap { $0 }))
        return (files + [Hexadecimal.text(roots)]).joined(separator: " ")
    }
}
