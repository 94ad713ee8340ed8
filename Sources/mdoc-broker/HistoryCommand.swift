import ArgumentParser
import Foundation
import PrintedResults
import ProcessSandbox
import WalletBroker

struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "What websites have asked, and how it ended.",
        discussion: """
            Without an option the entries are listed, newest first. What was answered is nowhere. Exit code 2: what was asked for could not be
            written to standard output.

            Example: mdoc-broker history --export > asked.jsonl
            """)

    @OptionGroup var stateOptions: StateOptions

    @Flag(help: "Print all entries as JSON, one on each line, oldest first.")
    var export = false

    @Option(help: ArgumentHelp("Delete the entry of this number.", valueName: "number"))
    var delete: Int64?

    @Flag(help: "Delete all entries.")
    var deleteAll = false

    func validate() throws {
        guard [export, delete != nil, deleteAll].count(where: { $0 }) <= 1 else { throw ValidationError("choose one of the options") }
    }

    func run() async throws {
        CrashReport.omit()
        let history = try stateOptions.history()
        // Somebody may delete what they believe exported.
        if export { return try PrintedResult.text(await history.export()) }
        if let delete {
            // Where the entries cannot be read, what is wrong with them must not keep any.
            if let entries = try? await history.entries(), !entries.contains(where: { $0.number == delete }) {
                throw CommandFault("there is no entry \(delete); 'mdoc-broker history' lists them")
            }
            return try await history.delete(delete)
        }
        if deleteAll {
            let count = try await history.deleteAll()
            return Self.say("Deleted \(count == 1 ? "1 entry" : "\(count) entries").")
        }
        let entries = try await history.entries()
        if entries.isEmpty { Self.say("No website has asked yet.") }
        for entry in entries { try PrintedResult.line(Self.line(entry)) }
    }

    /// Words for a person, beside the output.
    private static func say(_ words: String) { try? FileHandle.standardError.write(contentsOf: Data((words + "\n").utf8)) }

    private static func line(_ entry: PresentmentHistory.Entry) -> String {
        let record = entry.record
        let elements = record.documents.flatMap(\.elements)
        let kept = elements.count(where: \.isRetaining)
        let who = record.brand.map { "\($0) (\(record.origin))" } ?? record.origin
        let chosen = record.provider ?? (record.device == nil ? "no app" : "another device")
        return "\(entry.number)  \(record.time.ISO8601Format())  \(who)  \(record.outcome.word)  \(chosen)  "
            + "\(elements.count == 1 ? "1 element" : "\(elements.count) elements"), \(kept) to be kept"
    }
}
