import ArgumentParser
import DocumentTrust

/// `mdoc trust profiles`
struct TrustProfilesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profiles", abstract: "Print every rule of every certificate profile as a table (Markdown).")

    func run() throws { try Console.print(text: CertificateProfileTable.markdown) }
}
