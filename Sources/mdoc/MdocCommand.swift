import ArgumentParser

/// The root of all commands.
struct MdocCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mdoc",
        abstract: "Ask for mobile documents, answer, and verify the answers (ISO/IEC 18013-5).",
        discussion: """
            Every FILE may be hex, base64, base64url, PEM or binary; "-" is standard input.
            Exit codes: 0 verified or done, 1 refused, 2 unusable input or usage, 3 mock data.
            """,
        groupedSubcommands: [
            CommandGroup(name: "Start", subcommands: [DemoCommand.self]),
            CommandGroup(name: "Verification", subcommands: [
                VerifyCommand.self, VerifyResponseCommand.self, VerifyIssuedCommand.self, VerifyRequestCommand.self,
                OpenCommand.self, OpenEnvelopeCommand.self,
            ]),
            CommandGroup(name: "Party", subcommands: [
                IssuerCommand.self, StatusCommand.self, ReaderCommand.self, RegistrarCommand.self, RequestCommand.self,
                RespondCommand.self, PresentCommand.self, PhoneCommand.self, PhoneLinksCommand.self, ProviderCommand.self,
            ]),
            CommandGroup(name: "Trust", subcommands: [TrustCommand.self, VICALCommand.self, RICALCommand.self]),
            CommandGroup(name: "Inspection", subcommands: [InspectCommand.self, TranscriptCommand.self]),
            CommandGroup(name: "Testing", subcommands: [CorpusCommand.self]),
        ])
}
