import ArgumentParser
import Foundation
import HybridTransport
import HybridTunnel
import PrintedResults
import ProcessSandbox

struct LinksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "links", abstract: "List the linked devices, or remove one.",
        discussion: """
            Example: mdoc-hybrid links ~/.local/state/mdoc/links --remove 0f1e2d3c4b5a6978

            A link that was removed on one of two devices is of no use to the other; they are linked again by a code.
            """)

    @Argument(help: ArgumentHelp("The folder of links: 'links' in the broker's folder.", valueName: "folder"))
    var folder: String

    @Option(help: ArgumentHelp("The link to remove, as listed.", valueName: "link"))
    var remove: String?

    func run() throws {
        CrashReport.omit()
        // A folder that is only looked at is not made.
        guard FileManager.default.fileExists(atPath: folder) else { throw HybridError(.link, "there is no folder \(folder)") }
        let links = try LinkFolders(folder)
        if let remove {
            guard let identifier = LinkIdentifier(hexadecimal: remove), try links.remove(identifier) else {
                throw HybridError(.link, "there is no link \(remove)")
            }
            return
        }
        let (answering, asking) = (try links.answering.all(), try links.asking.all())
        let unreadable = try links.answering.unreadable() + links.asking.unreadable()
        for device in answering { try PrintedResult.line("\(device.identifier)  answers here: \(device.shownName)") }
        for device in asking { try PrintedResult.line("\(device.identifier)  may ask here, since \(device.since)") }
        for (identifier, error) in unreadable { try PrintedResult.line("\(identifier)  \(error)") }
        if answering.isEmpty, asking.isEmpty, unreadable.isEmpty {
            try? FileHandle.standardError.write(contentsOf: Data("No device is linked.\n".utf8))
        }
    }
}
