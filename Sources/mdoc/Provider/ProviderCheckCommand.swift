import ArgumentParser
import Foundation
import ProviderConformance

/// `mdoc provider check`
struct ProviderCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Try whether a document provider does what every provider must.",
        discussion: """
            Example: mdoc provider check city-library

            Starts the program that provider.json names, again and again, in a home of its own that is removed at the end: with a sample licence \
            in the folder of its app, and out of reach of this machine's documents and of its broker. Exits with 1 where a point is not met.
            """)

    private struct Installation: Decodable {
        let name: String
        let program: String
        let arguments: [String]?
    }

    private struct Output: Encodable {
        let passed: [String]
        let failed: [String]
    }

    @Argument(help: ArgumentHelp("Folder of the provider's provider.json.", valueName: "dir"))
    var folder: String

    @Option(
        help: ArgumentHelp("What the app calls its folder (ProviderFolder.standardPath(ofApp:)); default: the provider's name.", valueName: "name"))
    var app: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let file = try InputFile(folder + "/provider.json", for: "the folder")
        let installation = try file.json(Installation.self, expecting: "{\"name\", \"program\", \"arguments\"}")
        guard FileManager.default.isExecutableFile(atPath: installation.program) else {
            throw CommandFailure("there is no program", at: installation.program, mend: "build it, or correct \"program\" in \(file.path)")
        }
        let failures = try await ProviderConformance(
            program: installation.program, arguments: installation.arguments ?? [], app: app ?? installation.name
        ).failures()
        if output.json {
            let points = ConformancePoint.allCases
            try Console.print(
                json: Output(
                    passed: points.filter { !failures.contains($0) }.map(\.rawValue), failed: points.filter { failures.contains($0) }.map(\.rawValue)))
        } else {
            try Console.print(page(failures))
        }
        if !failures.isEmpty { throw ExitCode.refused }
    }

    private func page(_ failures: Set<ConformancePoint>) -> Page {
        var page = Page()
        for point in ConformancePoint.allCases {
            let isMet = !failures.contains(point)
            page.entry("\(isMet ? "✔" : "✘") \(point.rawValue)", labelStyle: isMet ? .green : .red, point.law, indent: 0, width: 15)
            if !isMet { page.entry("", "to mend it: \(point.mend)", .faint, indent: 0, width: 15) }
        }
        page.line("\(ConformancePoint.allCases.count - failures.count) passed, \(failures.count) failed", failures.isEmpty ? .green : .red)
        return page
    }
}
