import Subprocess
import SystemPackage
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite("The sandbox of the request parser", .enabled(if: Program.confined("sandbox-probe") != nil, "sandbox-probe is not built"))
struct SandboxTests {
    /// - Parameter part: the one part of the sandbox to be confined by; nil for all of it.
    private static func run(
        _ deed: String, by part: String? = nil, reading input: String = ""
    ) async throws -> (status: TerminationStatus, output: [UInt8]) {
        let probe = try #require(Program.confined("sandbox-probe"))
        let result = try await Subprocess.run(
            .path(FilePath(probe)), arguments: Arguments([deed] + (part.map { [$0] } ?? [])), environment: .custom(["SWIFT_BACKTRACE": "enable=no"]), input: .string(input),
            output: .bytes(limit: 4096), error: .discarded)
        return (result.terminationStatus, result.standardOutput)
    }

    @Test("Computing, reading the input and writing the output go on working")
    func lawful() async throws {
        let (status, output) = try await Self.run("compute", reading: "in and out")
        #expect(status == .exited(0))
        #expect(output == Array("in and out".utf8))
    }

    /// What the system call filter must end.
    static let forbiddenDeeds = [
        "open", "open-for-writing", "open-relative", "stat", "unlink", "anonymous-file", "read-another-descriptor",
        "write-another-descriptor", "duplicate-descriptor", "descriptor-control", "map-file", "mount",
        "connect", "connect-alone", "socket-inet", "socket-unix", "socket-netlink", "send", "io-uring",
        "fork", "vfork", "clone", "thread", "exec", "ptrace", "ptrace-parent", "read-another-process", "kill", "process-descriptor",
        "unshare", "become",
        "executable-memory", "make-executable", "raise-limit", "process-control", "another-filter", "bpf", "unknown-call",
    ]

    @Test("A forbidden system call ends the process at once", arguments: forbiddenDeeds)
    func forbidden(_ deed: String) async throws {
        let (status, output) = try await Self.run(deed)
        #expect(status == .signaled(SIGSYS))
        #expect(output.isEmpty)
    }

    @Test("A deed the probe does not know is told apart from one that was stopped")
    func unknownDeed() async throws {
        #expect(try await Self.run("nothing-of-that-name").status == .exited(2))
    }

    @Test("Processor time and memory are limited")
    func limits() async throws {
        #expect(try await Self.run("spin").status == .signaled(SIGKILL))
        guard case .signaled = try await Self.run("memory").status else {
            Issue.record("a gigabyte could be had")
            return
        }
    }

    // MARK: Each part alone, so that one that stopped working cannot hide behind another

    @Test("Unconfined, the deeds below succeed")
    func nothing() async throws {
        for deed in ["open", "bind", "signal-parent", "memory"] { #expect(try await Self.run(deed, by: "nothing").status == .exited(1), "\(deed)") }
    }

    @Test("The memory limit alone ends a process that takes a gigabyte")
    func memory() async throws {
        guard case .signaled(let signal) = try await Self.run("memory", by: "memory").status, signal != SIGKILL, signal != SIGSYS else {
            Issue.record("a gigabyte could be had")
            return
        }
        #expect(try await Self.run("compute", by: "memory").status == .exited(0))
    }

    @Test("The limit of processor time alone kills a process that goes on computing")
    func processor() async throws {
        #expect(try await Self.run("spin", by: "processor").status == .signaled(SIGKILL))
        #expect(try await Self.run("compute", by: "processor").status == .exited(0))
    }

    @Test("Landlock alone denies files, network and signals", arguments: ["open", "bind", "signal-parent"])
    func landlock(_ deed: String) async throws {
        let status = try await Self.run(deed, by: "landlock").status
        // 5: this kernel has no Landlock, which the parser says in its reply.
        #expect([.exited(4), .exited(5)].contains(status))
        #expect([.exited(0), .exited(5)].contains(try await Self.run("compute", by: "landlock").status))
    }

    @Test("A concealed process leaves no core dump, and no other program of its user reads its memory")
    func concealed() async throws {
        #expect(try await Self.run("dumpable", by: "nothing").status == .exited(1))
        #expect(try await Self.run("dumpable", by: "concealed").status == .exited(4))
        #expect(try await Self.run("core-limit", by: "concealed").status == .exited(4))
    }
}
