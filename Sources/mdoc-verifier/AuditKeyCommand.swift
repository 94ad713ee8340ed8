import ArgumentParser
import PrintedResults
import VerificationSessions

struct AuditKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Prints the public key of the audit records that are written now, in PEM.",
        discussion: "Keep it when the key changes: the records it signed are checked with it.")

    @OptionGroup var options: ConfigurationOptions

    func run() async throws {
        let key = try await options.read().audit.publicKey
        try PrintedResult.line(key.pem)
        StandardError.print("key \(key.identifier)")
    }
}
