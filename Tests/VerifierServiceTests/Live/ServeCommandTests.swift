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

    @Test("it ends in order when its terminal closes (SIGHUP), unless whoever started it has that ignored, as nohup does")
    func hangUp() async throws {
        let world = try await ServiceWorld()
        defer { withExtendedLifetime(world) {} }
        func ignores(_ process: VerifierProcess) throws -> Bool {
            try String(contentsOfFile: "/proc/\(process.identifier)/status", encoding: .utf8).contains(/SigIgn:\s*[0-9a-f]*[13579bdf]\n/)
        }
        let service = try VerifierProcess(in: world.folder, [:])
        // Or these tests themselves run so.
        if try !ignores(service) { #expect(await service.stopped(by: SIGHUP) == 0) }
        let other = try VerifierProcess(in: world.folder, [:], under: "trap '' HUP")
        #expect(try ignores(other))
        #expect(await other.stopped() == 0)
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

    @Test("by the unit of systemd an instance has started once it listens, and one that has ended has not")
    func started() async throws {
        let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
        let unit = try String(contentsOf: root.appendingPathComponent("deploy/mdoc-verifier@.service"), encoding: .utf8)
        let command = "ExecStartPost=/bin/bash -c '"
        let line = try #require(unit.replacing("\\\n", with: " ").split(separator: "\n").first { $0.hasPrefix(command) && $0.hasSuffix("'") })
        let world = try await ServiceWorld()
        defer { withExtendedLifetime(world) {} }
        let service = try VerifierProcess(in: world.folder, [:])
        let port = try String(#require(service.url.split(separator: ":").last))
        // As systemd reads it.
        let script = String(line.dropFirst(command.count).dropLast())
            .replacing("$$", with: "$").replacing("%i", with: port).replacing("%%", with: "%")
        func run() throws -> Int32 {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/bash")
            process.arguments = ["-c", script]
            process.environment = ["MAINPID": String(service.identifier), "VERIFIER_LISTEN": "127.0.0.1:\(port)", "PATH": "/usr/bin:/bin"]
            try process.runBounded()
            process.waitUntilExit()
            return process.terminationStatus
        }
        #expect(try run() == 0)
        #expect(await service.stopped() == 0)
        #expect(try run() == 1)
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
