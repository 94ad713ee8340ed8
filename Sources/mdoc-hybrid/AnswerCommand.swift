import ArgumentParser
import BrokerMessages
import Foundation
import HybridTransport
import ProcessSandbox

struct AnswerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer", abstract: "Answer the device that shows a code, from the documents of this one.",
        discussion: """
            The request is brought to the wallet broker of this machine, which shows it where it shows all others.

            Example: mdoc-hybrid answer "$(zbarimg -q --raw photo.png)" --adverts loopback:4711 --tunnel 1000
            """)

    @OptionGroup var options: DeviceOptions

    @Flag(help: "Link the other device once a document was shared with it: it can ask again without a code. Takes --links.")
    var remember = false

    @Argument(help: ArgumentHelp("What the code says: FIDO:/ and digits.", valueName: "text"))
    var code: String

    func validate() throws {
        guard !remember || options.links != nil else { throw ValidationError("--remember needs the folder of the broker's links: --links") }
    }

    func run() async throws {
        CrashReport.omit()
        try ProcessMemory.conceal()
        signal(SIGPIPE, SIG_IGN)
        let locale = LocaleName.ofMessages(ProcessInfo.processInfo.environment)
        guard let fault = await fault(of: Answering(options: options, locale: locale)) else { return Self.say("The other device has its answer.") }
        try? FileHandle.standardError.write(contentsOf: Data("There is no answer \(fault)\n".utf8))
        throw ExitCode.failure
    }

    /// Why there is no answer: a code and a sentence; nil where there is an answer.
    private func fault(of answering: Answering) async -> String? {
        do throws(HybridError) {
            switch try await answering.attempt(code, isLinking: remember, { Self.tell($0) }) {
            case .failed(let code): return "(\(code)): \(Self.reason(isWithoutBroker: code == "device.noBroker"))"
            default: return nil
            }
        } catch { return "(\(error.code.rawValue)): \(error.reason)" }
    }

    private static func reason(isWithoutBroker: Bool) -> String {
        guard isWithoutBroker else { return "the request was declined, or failed here; the broker's history or log says which" }
        guard let socket = BrokerSocket.agents.path(in: ProcessInfo.processInfo.environment) else {
            return "neither \(BrokerSocket.agents.variable) nor XDG_RUNTIME_DIR is set, so the broker cannot be found"
        }
        return "no broker listens at \(socket); start it with 'mdoc-broker serve', and then answer the code"
    }

    private static func tell(_ report: DeviceReport) {
        switch report {
        case .progress(.waiting): say("Calling the other device ...")
        case .progress(.near): say("It is near. Connecting ...")
        case .progress(.joined): say("Connected. See the request in your wallet, and decide there.")
        case .window(let address): say("Decide at \(address)")
        case .code, .response, .answered, .declined, .failed, .links: break
        }
    }

    private static func say(_ line: String) { try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8)) }
}
