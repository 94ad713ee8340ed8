import ArgumentParser
import Foundation
import ProcessSandbox
import UserVerification

struct EnrolCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enrol", abstract: "Set the PIN by which the owner of this machine is known; it is read from standard input.",
        discussion: """
            Documents are bound to the PIN or passkey with which they were added. After another PIN they have to be added again.

            Example: mdoc-broker enrol --phrase 'blue heron'
            """)

    @OptionGroup var stateOptions: StateOptions

    @Option(help: ArgumentHelp("Words of your own that are shown wherever the PIN is asked for.", valueName: "words"))
    var phrase: String

    func run() async throws {
        CrashReport.omit()
        try ProcessMemory.conceal()
        try? FileHandle.standardError.write(contentsOf: Data("PIN: ".utf8))
        TerminalEcho.set(false)
        defer { TerminalEcho.set(true) }
        guard let pin = readLine() else { throw CommandFault("no PIN was given; type one, or give it on standard input") }
        try stateOptions.prepare()
        try await stateOptions.verifier().enrol(pin: pin, phrase: phrase)
    }
}
