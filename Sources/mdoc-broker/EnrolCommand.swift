import ArgumentParser
import Foundation
import ProcessSandbox
import UserVerification

struct EnrolCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enrol", abstract: "Set the PIN by which the owner of this machine is known, and the words shown with it; both are asked for.",
        discussion: """
            Documents are bound to the PIN or passkey with which they were added. After another PIN their issuers have to look at the person
            again and issue them anew. With the PIN that is set already they stay as they are.

            Example: mdoc-broker enrol
            """)

    @OptionGroup var stateOptions: StateOptions

    @Option(
        help: ArgumentHelp(
            "For scripts: the words. Other users of this machine can read them while the command runs; without the option they are asked for.",
            valueName: "words"))
    var phrase: String?

    func run() async throws {
        CrashReport.omit()
        try ProcessMemory.conceal()
        try stateOptions.prepare()
        let verifier = try stateOptions.verifier()
        // The former PIN is not asked for: it may be what was forgotten, and with another one the documents answer nobody anyway.
        let former = try await verifier.enrolment()
        if let former { Self.say(Self.warning(former)) }
        let typed = try phrase ?? Self.typed("Words of your own, shown wherever the PIN is asked for: ", "no words were given; type some first")
        // Nobody should type a PIN, twice, for words that are refused.
        let words = try UserVerifier.phrase(typed)
        try await verifier.enrol(pin: Self.pin(), phrase: words, at: Date())
        let enrolment = try await verifier.enrolment()
        Self.say(Self.outcome(enrolment, after: former) + "\n")
    }

    private static func warning(_ former: Enrolment) -> String {
        let change = former.hasPIN ? "A PIN is enrolled already. With another one" : "A passkey is enrolled already. With a PIN beside it"
        let same = former.hasPIN ? " The same one again leaves them as they are, unless wrong tries before make the next one wait." : ""
        return """
            \(change) all documents that were added until now answer nobody any more, until their
            issuers have looked at you again and issued them anew.\(same) Nothing is changed before you type it.

            """
    }

    /// The PIN that is typed: at a terminal twice, since nobody sees there what they type.
    private static func pin() throws -> String {
        let hidden = HiddenTyping()
        defer { hidden.end() }
        let fault = "no PIN was given; type one, or give it on standard input"
        let pin = try typed("PIN: ", fault)
        guard isatty(STDIN_FILENO) == 1 else { return pin }
        guard try typed("The same PIN again: ", fault) == pin else { throw CommandFault("the two PINs are not the same; nothing has changed") }
        return pin
    }

    /// The next line of standard input, after words that ask for it.
    private static func typed(_ question: String, _ fault: String) throws -> String {
        say(question)
        guard let line = readLine() else { throw CommandFault(fault) }
        return line
    }

    private static func outcome(_ enrolment: Enrolment?, after former: Enrolment?) -> String {
        if enrolment == former { return "That is your PIN already. Nothing has changed." }
        if enrolment?.identifier == former?.identifier { return "That is your PIN already. Only the words have changed." }
        return "The PIN is set."
    }

    private static func say(_ words: String) { try? FileHandle.standardError.write(contentsOf: Data(words.utf8)) }
}
