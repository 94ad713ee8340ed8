import Foundation
import Glibc

/// A running server of a bare route.
final class BareServer: Sendable {
    private let process: Process
    let url: String

    /// Starts it on a core, and waits until it listens.
    init(core: Int) throws {
        let port = try Loopback.freePort()
        url = "http://127.0.0.1:\(port)"
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["taskset", "-c", String(core), CommandLine.arguments[0], "bare", "--port", String(port)]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        for _ in 0..<100 where Loopback.isFree(port) { usleep(50_000) }
    }

    /// Seconds of processor time it has used, in all its threads.
    var processorSeconds: Double { ProcessorTime.seconds(of: process.processIdentifier) }

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }
}
