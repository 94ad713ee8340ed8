import ArgumentParser
import IdentityElements
import Inspection

/// `mdoc inspect`
struct InspectCommand: ParsableCommand {
    private struct Output: Encodable {
        let encoding: InputEncoding
        let reports: [InspectionReport]
    }

    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Say what some bytes are and annotate them, broken ones too; verify nothing.",
        discussion: """
            Example: mdoc inspect response.hex

            Knows requests, responses, documents, mobile security objects, certificates, transcripts, envelopes and more. \
            It shows the values it finds, masked those that are restricted by law; of private keys it shows nothing.
            """)

    @Argument(help: ArgumentHelp("The file; \"-\" is standard input.", valueName: "file"))
    var file = "-"

    @Option(help: ArgumentHelp("How the file is written, where that is not found by itself.", valueName: "name"))
    var encoding: EncodingName?

    @OptionGroup var masks: MaskOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let input = try InputFile(file, for: "inspect").decoded(encoding?.encoding)
        let reports = try Inspector.inspect(input, masking: masks.unmasked ? nil : ElementTables.installed())
        guard !output.json else { return try Console.print(json: Output(encoding: input.encoding, reports: reports)) }
        try Console.print(text: reports.map(\.text).joined(separator: "\n"))
    }
}
