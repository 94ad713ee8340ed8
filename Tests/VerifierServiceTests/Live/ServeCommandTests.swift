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
