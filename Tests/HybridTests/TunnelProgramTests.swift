#if os(Linux)
import Foundation
import Testing
import VectorSupport

@Suite("The program mdoc-tunnel")
struct TunnelProgramTests {
    @Test("A file that is not there, or holds something else, is told by its name and option, without the usage")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tunnel-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let letter = folder.appendingPathComponent("letter").path
        try Data("Dear reader".utf8).write(to: URL(fileURLWithPath: letter))
        for (certificate, sentence) in [
            ("/nosuch", "there is no file /nosuch (--certificate)"), ("/etc", "/etc is no file that can be read (--certificate)"),
            (letter, "\(letter) holds no certificate in PEM (--certificate)"),
        ] {
            let run = try TunnelProcess.run(["--certificate", certificate, "--key", letter])
            #expect(run.errors == "Error: \(sentence)\n")
            #expect(run.status == 1)
        }
    }

    @Test("The service's name that cannot be written is told, with an exit code of its own")
    func unwritten() throws {
        let run = try TunnelProcess.run(["--show-host"], output: "/dev/full")
        #expect(run.status == 2)
        #expect(run.errors == "Error: cannot write the result, no space left on device; check where the output goes\n")
    }

    @Test("Where it listens is said as a URL, at an address of IPv6, too", .enabled(if: IPv6Loopback.isThere, "this machine has no ::1"))
    func address() async throws {
        let service = try await TunnelProcess.start(host: "::1")
        defer { service.stop() }
        #expect(service.words.contains(#/ listening on wss://\[::1\]:[0-9]+\n$/#), "\(service.words)")
    }

    @Test("More connections than it may have files open are told before it listens; as many as fit are taken")
    func openFiles() throws {
        let arguments = ["--certificate", "/nosuch", "--key", "/nosuch"]
        let short = try TunnelProcess.run(arguments + ["--connections", "1024"], openFiles: 1279)
        #expect(short.status == 2)
        #expect(
            short.errors == """
                Error: 1024 connections need 1280 open files, and this process may have 1279; raise its hard limit (ulimit -n, or LimitNOFILE of a \
                systemd unit), or give fewer (--connections)

                """)
        // What comes next is wrong as well, and is told then.
        for (more, openFiles) in [([], 1279), (["--connections", "1024"], 1280), (["--connections", "1023"], 1279)] as [([String], Int)] {
            #expect(try TunnelProcess.run(arguments + more, openFiles: openFiles).errors == "Error: there is no file /nosuch (--certificate)\n")
        }
    }
}
#endif
