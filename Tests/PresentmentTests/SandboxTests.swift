import Subprocess
import SystemPackage
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite("The sandbox of the request parser", .enabled(if: Program.confined("sandbox-probe") != nil, "sandbox-probe is not built, or with a sanitizer"))
struct SandboxTests {
    private static func run(_ deed: String, reading input: String = "") async throws -> (status: TerminationStatus, output: [UInt8]) {
        let probe = try #require(Program.confined("sandbox-probe"))
        let result = try await Subprocess.run(
            .path(FilePath(probe)), arguments: [deed], environment: .custom(["SWIFT_BACKTRACE": "enable=no"]), input: .string(input),
            output: .bytes(limit: 4096), error: .discarded)
        return (result.terminationStatus, result.standardOutput)
    }

    @Test("Computing, reading the input and writing the output go on working")
    func lawful() async throws {
        let (status, output) = try await Self.run("compute", reading: "in and out")
        #expect(status == .exited(0))
        #expect(output == Array("in and out".utf8))
    }

    @Test(
        "A forbidden system call ends the process at once",
        arguments: [
            "open", "open-for-writing", "open-relative", "stat", "unlink", "anonymous-file", "read-another-descriptor",
            "write-another-descriptor", "duplicate-descriptor", "descriptor-control", "map-file", "mount",
            "connect", "connect-alone", "socket-inet", "socket-unix", "socket-netlink", "send", "io-uring",
            "fork", "vfork", "clone", "thread", "exec", "ptrace", "ptrace-parent", "read-another-process", "kill", "process-descriptor",
            "unshare", "become",
            "executable-memory", "make-executable", "raise-limit", "process-control", "another-filter", "bpf", "unknown-call",
        ])
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
}
