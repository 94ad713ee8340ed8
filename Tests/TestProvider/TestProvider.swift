import Foundation
import IdentityDocumentServices

/// A provider that does what its arguments say, and prints what happens to it:
///
///     test-provider [--register NAME=TYPE=KEYIDENTIFIER|any [--until SECONDS] [--issuer KEYIDENTIFIER]]... [--flaw FLAW]
///     test-provider --with-documents [--flaw FLAW]
///     test-provider --as-app [--register ...]... [--remove NAME]... [--load COUNT]
@main
enum TestProvider {
    static func main() async {
        let options = Options(CommandLine.arguments.dropFirst())
        guard !options.isApp else { return await TestApp(options).run() }
        if options.hasDocuments {
            guard let provider = try? AnsweringProvider(options.flaw) else { exit(64) }
            return await provider.run()
        }
        say("started")
        if let flaw = options.flaw, await flaw.isCommittedInsteadOfWork() { return }
        if options.flaw == .tellsFrames {
            guard let told = try? ToldFrames(TestScene(options)) else { exit(64) }
            await told.run()
        } else {
            guard let loop = ProviderRunLoop(startedByBroker: TestScene(options)) else { exit(64) }
            await loop.run()
        }
        say("over")
    }

    /// Prints a line, at once.
    static func say(_ line: String) { try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8)) }
}
