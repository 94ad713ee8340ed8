import ArgumentParser
import HybridTransport
import HybridTunnel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `mdoc phone-links`
struct PhoneLinksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone-links", abstract: "List the devices that may ask 'mdoc phone --wait' without a code, or remove one.",
        discussion: """
            Example: mdoc phone-links links --remove 0f1e2d3c4b5a6978

            A device that was removed is a stranger at once; it has to show a code again.
            """)

    @Argument(help: ArgumentHelp("The folder that 'mdoc phone --links' was given.", valueName: "folder"))
    var folder: String

    @Option(help: ArgumentHelp("The link to remove, as listed.", valueName: "link"))
    var remove: String?

    func run() throws {
        guard FileManager.default.fileExists(atPath: folder) else {
            throw CommandFailure("there is no such folder", at: folder, mend: "give the one that 'mdoc phone --links' was given")
        }
        let lines: [String]
        do throws(HybridError) { lines = try links() } catch {
            throw CommandFailure("\(error)", at: folder, mend: "give the folder of --links, and a link that 'mdoc phone-links' lists")
        }
        if remove == nil, lines.isEmpty { try Console.printAside(text: "no device is linked\n") }
        for line in lines { try Console.print(text: line + "\n") }
    }

    /// What is linked, or nothing once a link was removed.
    private func links() throws(HybridError) -> [String] {
        let links = try LinkFolder<LinkedClient>(folder)
        guard let remove else {
            let lost = try links.unreadable().map { "\($0.identifier)  \($0.error)" }
            return try links.all().map { "\($0.identifier)  since \($0.since)" } + lost
        }
        guard let identifier = LinkIdentifier(hexadecimal: remove), try links.remove(identifier) else {
            throw HybridError(.link, "there is no link \(remove)")
        }
        return []
    }
}
