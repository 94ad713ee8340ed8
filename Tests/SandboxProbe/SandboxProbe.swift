import CForbidden
import Glibc
import ProcessSandbox

/// Confines itself as the request parser does, or by one part of that, and then does what it is told: `sandbox-probe DEED [PART]`.
///
/// Ends with 0 after lawful deeds, with 1 where something forbidden came back, with 2 for a deed or part it does not know, with 4 where
/// the kernel denied a deed, and with 5 where it lacks the part.
@main
enum SandboxProbe {
    /// Processor time is short for the deed that takes all of it; others may need some on a slow machine.
    private static func limits(of deed: String) -> SandboxLimits {
        SandboxLimits(processorSeconds: deed == "spin" ? 2 : 60, memoryBytes: 64 << 20)
    }

    static func main() {
        guard (2...3).contains(CommandLine.arguments.count) else { _exit(2) }
        let deed = CommandLine.arguments[1]
        let part = CommandLine.arguments.count == 3 ? CommandLine.arguments[2] : "everything"
        do { try confine(part, limits(of: deed)) } catch { _exit(70) }
        switch deed {
        case "compute": compute()
        case "spin": while true { spin() }
        case "memory": fill()
        default:
            let result = attempt(deed)
            let isDenied = result == -1 && [EACCES, EPERM].contains(errno)
            _exit(result == -2 ? 2 : isDenied ? 4 : 1)
        }
    }

    private static func confine(_ part: String, _ limits: SandboxLimits) throws {
        switch part {
        case "everything": _ = try ProcessSandbox.enter(limits)
        case "nothing": break
        case "memory": try ProcessSandbox.limitMemory(limits.memoryBytes)
        case "processor": try ProcessSandbox.limitProcessor(limits.processorSeconds)
        case "landlock": if try ProcessSandbox.denyFilesAndNetwork() == .withoutLandlock { _exit(5) }
        case "concealed": try ProcessMemory.conceal()
        default: _exit(2)
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

    // Unsafe, since it can change: the process's one thread alone does that. It is there so that the loop is not optimised away.
    nonisolated(unsafe) private static var turns = 0

    private static func spin() { turns &+= 1 }

    /// Takes memory until there is no more.
    private static func fill() {
        var blocks: [[UInt8]] = []
        for block in 0..<1024 { blocks.append([UInt8](repeating: UInt8(truncatingIfNeeded: block), count: 1 << 20)) }
        _exit(blocks.count == 1024 ? 1 : 3)
    }
}
