import ArgumentParser
import BrokerMessages
import Foundation
import LocalSockets
import ProcessSandbox

/// `mdoc-native-host`: started by a browser, once for each request of a page.
@main
struct NativeHostProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mdoc-native-host",
        abstract: "Relay between the browser extension and the wallet broker; browsers start it.",
        discussion: """
            It speaks native messaging on standard input and output, and looks for the broker at the socket that MDOC_AGENTS_SOCKET names, or at \
            $XDG_RUNTIME_DIR/mdoc/agents.sock. Without a broker it ends with status 1.

            Example: scripts/extension install --program /usr/libexec/mdoc-native-host
            """)

    @Argument(parsing: .allUnrecognized, help: "What browsers tell it of the extension that asks; not read.")
    var caller: [String] = []

    func run() async throws {
        CrashReport.omit()
        guard isatty(STDIN_FILENO) == 0 else { throw ValidationError("browsers start this program; there is nothing to type here") }
        // Requests and answers pass through this process. It is not concealed otherwise: the broker tells the person which program asks.
        do { try ProcessMemory.leaveNoCoreDump() } catch { throw Self.failure("\(error)") }
        // A browser that is gone shows as a failed write.
        signal(SIGPIPE, SIG_IGN)
        let environment = ProcessInfo.processInfo.environment
        guard let socket = BrokerSocket.agents.path(in: environment) else {
            throw Self.failure("XDG_RUNTIME_DIR is not set, so there is no place for a broker; set it, or MDOC_AGENTS_SOCKET")
        }
        let broker: FrameChannel
        do { broker = try LocalAddress.connect(to: socket, maximumBytes: MessageBounds.frame) } catch {
            throw Self.failure("no broker answers at \(socket) (\(error.code)); start mdoc-broker")
        }
        let browser = BrowserPipe(input: STDIN_FILENO, output: STDOUT_FILENO)
        await Relay(browser: browser, broker: broker, locale: LocaleName.ofMessages(environment)).run()
    }

    /// Says why on standard error, where browsers pass it on to their own; nothing was used wrongly.
    private static func failure(_ sentence: String) -> ExitCode {
        try? FileHandle.standardError.write(contentsOf: Data("mdoc-native-host: \(sentence)\n".utf8))
        return .failure
    }
}
