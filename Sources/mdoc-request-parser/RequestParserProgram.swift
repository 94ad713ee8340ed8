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
        guard let bytes = readInput(), let input = try? ParserInput(decoding: bytes) else { _exit(ParserExit.input.rawValue) }
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
        let isWritten = writeOutput(ParserReply(confinement: confinement, outcome: outcome).encode())
        _exit(isWritten ? ParserExit.done.rawValue : ParserExit.output.rawValue)
    }

    private static func readInput() -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(STDIN_FILENO, &chunk, chunk.count)
            guard count >= 0 else { return nil }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
            guard bytes.count <= ParserInput.maximumBytes else { return nil }
        }
    }

    private static func writeOutput(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
