import ArgumentParser
import Foundation
import ProcessSandbox
import UserVerification

struct EnrolCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enrol", abstract: "Set the PIN by which the owner of this machine is known; it is read from standard input.",
        discussion: """
            Documents are bound to the PIN or passkey with which they were added. After another PIN their issuers have to look at the person
            again and issue them anew.

            Example: mdoc-broker enrol --phrase 'blue heron'
            """)

    @OptionGroup var stateOptions: StateOptions

    @Option(help: ArgumentHelp("Words of your own that are shown wherever the PIN is asked for.", valueName: "words"))
    var phrase: String

    func run() async throws {
        CrashReport.omit()
        try ProcessMemory.conceal()
        try stateOptions.prepare()
        let verifier = try stateOptions.verifier()
        // The former PIN is not asked for: it may be what was forgotten, and with another one the documents answer nobody anyway.
        if try await verifier.enrolment() != nil {
            Self.say(
                """
                A PIN or passkey is enrolled already. With another PIN all documents that were added until now answer nobody any more, until their
                issuers have looked at you again and issued them anew. Nothing is changed before you type it.

                """)
        }
        Self.say("PIN: ")
        TerminalEcho.set(false)
        defer { TerminalEcho.set(true) }
        guard let pin = readLine() else { throw CommandFault("no PIN was given; type one, or give it on standard input") }
        try await verifier.enrol(pin: pin, phrase: phrase)
    }

    private static func say(_ words: String) { try? FileHandle.standardError.write(contentsOf: Data(words.utf8)) }
}
