import Foundation
import MobileDocumentCorpus

/// Somebody's program that answers cases by its exit code.
struct JudgingProgram {
    /// How a run ended.
    enum Ending: CustomStringConvertible {
        case exit(Int32)
        case signal(Int32)
        case late

        /// The answer it stands for; nil where it is none.
        var answer: CorpusAnswer? {
            switch self {
            case .exit(0): .accepted
            case .exit(1): .refused(codes: nil)
            case .exit(2): .undecided("the program does not decide it")
            case .exit, .signal, .late: nil
            }
        }

        var description: String {
            switch self {
            case .exit(let code): "exit code \(code)"
            case .signal(let number): "ended by signal \(number)"
            case .late: "nothing within a minute"
            }
        }
    }

    private static let patience = Duration.seconds(60)

    let command: String

    /// Runs the program on a file.
    func ending(for file: String) async throws -> Ending {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        // The path is an argument of its own, so that no character of it means anything to the shell.
        process.arguments = ["-c", "\(command) \"$0\"", file]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        let signals = HeldSignals()
        defer { signals.release() }
        do {
            try process.run()
        } catch {
            throw CommandFailure("cannot start /bin/sh", mend: "check this system's shell")
        }
        let end = ContinuousClock.now + Self.patience
        while process.isRunning {
            guard ContinuousClock.now < end, !signals.hasCome else {
                // With whatever the shell has started, which is in a group of its own.
                kill(-process.processIdentifier, SIGKILL)
                return .late
            }
            try await Task.sleep(for: .milliseconds(2))
        }
        return process.terminationReason == .exit ? .exit(process.terminationStatus) : .signal(process.terminationStatus)
    }
}
