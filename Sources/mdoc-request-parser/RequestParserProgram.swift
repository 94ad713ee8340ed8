import Glibc
import PresentmentRequest
import ProcessSandbox
import RequestExtraction

/// Reads one request of a website from standard input, confined, and writes what may be known of it to standard output.
///
/// Started by a broker for each request and ended with it. It never reads before it is confined, and it has no modes.
@main
enum RequestParserProgram {
    private static let limits = SandboxLimits(processorSeconds: 10, memoryBytes: 256 << 20)

    static func main() {
        let strength: SandboxStrength
        do { strength = try ProcessSandbox.enter(limits) } catch { _exit(ParserExit.unconfined.rawValue) }
        guard let bytes = ConfinedStreams.input(atMost: ParserInput.maximumBytes), let input = try? ParserInput(decoding: bytes) else {
            _exit(ParserExit.input.rawValue)
        }
        let outcome: ParserReply.Outcome
        do throws(RequestRefusal) {
            outcome = .request(try RequestExtraction.partialRequest(from: input.requestData, origin: input.origin))
        } catch {
            outcome = .refused(error)
        }
        let confinement: ParserConfinement =
            switch strength {
            case .complete: .complete
            case .withoutLandlock: .withoutLandlock
            }
        let isWritten = ConfinedStreams.output(ParserReply(confinement: confinement, outcome: outcome).encode())
        _exit(isWritten ? ParserExit.done.rawValue : ParserExit.output.rawValue)
    }
}
