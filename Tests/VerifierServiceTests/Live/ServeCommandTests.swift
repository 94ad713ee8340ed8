import Foundation
import NIOCore
import NIOPosix
import Testing
import VectorSupport

@Suite("mdoc-verifier serve")
struct ServeCommandTests {
    @Test("it leaves no core dump with what people shared")
    func coreDump() async throws {
        let world = try await ServiceWorld()
        defer { withExtendedLifetime(world) {} }
        let service = try VerifierProcess(in: world.folder, [:])
        #expect(try CoreDump.isEmpty(of: service.identifier))
        #expect(await service.stopped() == 0)
    }

    @Test(
        "a crash is not reported with what people shared, whatever the environment says",
        .enabled(if: !CrashSignals.areOfSanitizer, "a sanitizer takes the signals of crashes itself"))
    func crashes() async throws {
        let world = try await ServiceWorld()
        defer { withExtendedLifetime(world) {} }
        let service = try VerifierProcess(in: world.folder, ["SWIFT_BACKTRACE": "enable=yes"])
        #expect(try !CrashSignals.areTaken(by: service.identifier))
        #expect(await service.stopped() == 0)
    }

    @Test("it may open as many files as its connections need; under a hard limit below that, it and check-config say so and end")
    func openFiles() async throws {
        let world = try await ServiceWorld()
        defer { withExtendedLifetime(world) {} }
        let configuration = ["--config", world.folder.path + "/verifier.yaml"]
        // Where nothing is said, no more are taken than there is room for.
        #expect(try VerifierProcess.run(["check-config"] + configuration, under: "ulimit -n 512").status == 0)
        let yaml = ConfigurationText.good.replacing("limits:\n", with: "limits:\n  connections: 512\n")
        try world.folder.write("verifier.yaml", yaml)
        let service = try VerifierProcess(in: world.folder, [:], under: "ulimit -Sn 512")
        let files = try String(contentsOfFile: "/proc/\(service.identifier)/limits", encoding: .utf8)
        #expect(files.contains(/Max open files\s+768\s/))
        #expect(await service.stopped() == 0)
        for command in ["serve", "check-config"] {
            let run = try VerifierProcess.run([command] + configuration, under: "ulimit -n 767")
            #expect(run.status == 2 && run.output.isEmpty)
            #expect(
                run.errors == """
                    The configuration has 1 mistake:
                      - limits.connections: 512 connections need 768 open files, and this process may have 767; raise its hard limit (ulimit -n, or \
                    LimitNOFILE of a systemd unit), or give fewer

                    """)
        }
        #expect(try VerifierProcess.run(["check-config"] + configuration, under: "ulimit -n 768").status == 0)
        // Each listener has as many.
        try world.folder.write("verifier.yaml", yaml.replacing("backend:\n", with: "backend:\n  listen: 127.0.0.1:0\n"))
        let run = try VerifierProcess.run(["check-config"] + configuration, under: "ulimit -n 768")
        #expect(run.status == 2 && run.errors.contains("limits.connections: 1024 connections need 1280 open files"), "\(run.errors)")
    }

    @Test("where another program listens the address is told with its key, and no address is printed", arguments: ["listen", "backend.listen"])
    func occupied(key: String) async throws {
        let world = try await ServiceWorld()
        let other = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(other.localAddress?.port)
        let yaml = key == "listen"
            ? "listen: 127.0.0.1:\(port)\n" + ConfigurationText.good
            : "listen: 127.0.0.1:0\n" + ConfigurationText.good.replacing("backend:\n", with: "backend:\n  listen: 127.0.0.1:\(port)\n")
        try world.folder.write("verifier.yaml", yaml)
        let run = try VerifierProcess.run(["serve", "--config", world.folder.path + "/verifier.yaml", "--log-level", "critical"])
        #expect(run.status == 1)
        #expect(run.errors.hasSuffix("Error: 127.0.0.1:\(port) is in use by another program; give another address (\(key))\n"), "\(run.errors)")
        #expect(key != "listen" || run.output.isEmpty)
        try await other.close()
    }
}
