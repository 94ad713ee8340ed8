import CForbidden
import Glibc
import ProcessSandbox

/// Confines itself as the request parser does, and then does what it is told: `sandbox-probe DEED`.
///
/// Ends with 0 after lawful deeds, with 1 where something forbidden came back, with 2 for a deed it does not know.
@main
enum SandboxProbe {
    static func main() {
        guard CommandLine.arguments.count == 2 else { _exit(2) }
        let deed = CommandLine.arguments[1]
        do { _ = try ProcessSandbox.enter(SandboxLimits(processorSeconds: 2, memoryBytes: 64 << 20)) } catch { _exit(70) }
        switch deed {
        case "compute": compute()
        case "spin": while true { spin() }
        case "memory": fill()
        default: _exit(attempt(deed) == -2 ? 2 : 1)
        }
    }

    /// Allocates, hashes, counts, and copies standard input to standard output.
    private static func compute() {
        var byte: UInt8 = 0
        while read(STDIN_FILENO, &byte, 1) == 1 { guard write(STDOUT_FILENO, &byte, 1) == 1 else { _exit(3) } }
        let numbers = (0..<100_000).map { "\($0)" }
        var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
        let pick = Int(generator.next(upperBound: UInt(numbers.count)))
        _exit(Set(numbers).contains(numbers[pick]) ? 0 : 3)
    }

    // One thread spins and nobody reads it: it is there so that the loop is not optimised away.
    nonisolated(unsafe) private static var turns = 0

    private static func spin() { turns &+= 1 }

    /// Takes memory until there is no more.
    private static func fill() {
        var blocks: [[UInt8]] = []
        for block in 0..<1024 { blocks.append([UInt8](repeating: UInt8(truncatingIfNeeded: block), count: 1 << 20)) }
        _exit(blocks.count == 1024 ? 1 : 3)
    }
}
