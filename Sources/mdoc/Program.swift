import ArgumentParser

/// The program: parses arguments, runs a command, and turns every ending into an exit code.
///
/// 0 is success, 1 a refusal whose report was printed, 3 mock data. Everything that keeps a command from reaching a
/// verdict is 2, with one line on standard error.
@main
enum Program {
    static func main() async {
        do {
            var command = try MdocCommand.parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let failure as CommandFailure {
            end(failure.line)
        } catch let code as ExitCode {
            MdocCommand.exit(withError: code)
        } catch {
            switch MdocCommand.exitCode(for: error) {
            case .success: MdocCommand.exit(withError: error)
            case .validationFailure:
                let message = MdocCommand.message(for: error)
                let mistyped = UsageFailure.mistyped(CommandLine.arguments.dropFirst(), message: message)
                end(UsageFailure.line(message: mistyped ?? message, fullMessage: MdocCommand.fullMessage(for: error)))
            default: end(CommandFailure("unexpected error, \(error)", mend: "this is a mistake of the program; please report it").line)
            }
        }
    }

    private static func end(_ line: String) -> Never {
        try? FileDescriptor.standardError.write(Array((line + "\n").utf8))
        MdocCommand.exit(withError: ExitCode.unusable)
    }
}
