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
            in the folder of its app, and out of reach of this machine's broker. A program whose arguments name a path, or that starts the \
            provider under another user, is not started: it could reach this machine's documents. Exits with 1 where a point is not met.
            """)

    private struct Installation: Decodable {
        let name: String
        let program: String
        let arguments: [String]?
        let user: String?
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
        if let user = installation.user {
            throw CommandFailure(
                "the provider in \(file.path) runs under a user of its own, out of the home it would be checked in", at: user,
                mend: "check it under this user: with a provider.json without \"user\", whose \"program\" is the provider itself")
        }
        guard FileManager.default.isExecutableFile(atPath: installation.program) else {
            throw CommandFailure("there is no program", at: installation.program, mend: "build it, or correct \"program\" in \(file.path)")
        }
        let (app, arguments) = (self.app ?? installation.name, installation.arguments ?? [])
        guard !["", ".", ".."].contains(app), !app.contains("/"), !app.hasPrefix("-") else {
            throw CommandFailure("what the app calls its folder is no name: \"\(app)\"", mend: "give its name with --app, without a path")
        }
        // It would lead out of the home that is removed at the end.
        if let path = arguments.first(where: { $0.contains("/") || $0.hasSuffix("..") }) {
            throw CommandFailure(
                "\"arguments\" in \(file.path) name a path", at: path,
                mend: "leave it out while you check: the provider then takes the folder of its app")
        }
        let failures = try await ProviderConformance(program: installation.program, arguments: arguments, app: app).failures()
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
