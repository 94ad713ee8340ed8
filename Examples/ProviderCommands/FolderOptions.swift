public import ArgumentParser
import Foundation
public import MobileDocument
public import ProviderDocuments

/// Which folder a command works in.
public struct FolderOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The app's folder; default: a folder of the app's name in $XDG_DATA_HOME.", valueName: "dir"))
    var folder: String?

    /// Reads the options.
    public init() {}

    /// The folder.
    public var path: String {
        folder ?? ProviderFolder.standardPath(ofApp: URL(fileURLWithPath: CommandLine.arguments[0]).lastPathComponent)
    }

    /// The folder, opened.
    public func open() throws -> ProviderFolder { try ProviderFolder(path) }

    /// The moment by the system's clock.
    public static var now: Instant { Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970.rounded(.down))) }
}
