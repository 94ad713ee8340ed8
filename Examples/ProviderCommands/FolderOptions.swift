import ArgumentParser
import Foundation
package import MobileDocument
package import ProviderDocuments

/// Which folder a command works in.
package struct FolderOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The app's folder; default: a folder of the app's name in $XDG_DATA_HOME.", valueName: "dir"))
    var folder: String?

    /// Reads the options.
    package init() {}

    /// The folder.
    package var path: String {
        folder ?? ProviderFolder.standardPath(ofApp: URL(fileURLWithPath: CommandLine.arguments[0]).lastPathComponent)
    }

    /// The folder, opened.
    package func open() throws -> ProviderFolder { try ProviderFolder(path) }

    /// The moment by the system's clock.
    package static var now: Instant { Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970.rounded(.down))) }
}
