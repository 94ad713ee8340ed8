import Foundation
import HybridTransport
import LoopbackServers
import Testing

/// A tunnel service on this machine, `mdoc-tunnel` in a process of its own, and a port for adverts: where two brokers' programs meet.
final class MeetingPlace {
    private static let number: UInt16 = 1000

    /// The options of `mdoc-hybrid`.
    let options: [String]
    private let process = Process()
    private let folder: TemporaryFolder

    init() async throws {
        folder = try TemporaryFolder()
        let credentials = try WebCredentials(try TunnelDomain(Self.number).host)
        let files = ["root.pem": credentials.authorityPEM, "tunnel.pem": credentials.certificatePEM, "key.pem": credentials.keyPEM]
        for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)")) }
        let output = folder.path + "/output"
        try Data().write(to: URL(fileURLWithPath: output))
        process.executableURL = URL(fileURLWithPath: try #require(Program.path("mdoc-tunnel")))
        process.arguments = [
            "--domain", "\(Self.number)", "--certificate", folder.path + "/tunnel.pem", "--key", folder.path + "/key.pem", "--port", "0",
        ]
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
        try process.run()
        var line = ""
        try await eventually {
            line = try String(contentsOfFile: output, encoding: .utf8)
            return line.hasSuffix("\n")
        }
        let port = try #require(line.split(separator: ":").last.flatMap { Int($0.dropLast()) }, "the tunnel service does not start: \(line)")
        options = [
            "--adverts", "loopback:\(try DatagramPort.free())", "--tunnel", "\(Self.number)", "--tunnel-address", "127.0.0.1:\(port)", "--tunnel-root",
            folder.path + "/root.pem",
        ]
    }

    deinit { process.terminate() }

    /// Lets programs of other users read the service's certificate.
    func letEverybodyIn() { chmod(folder.path, 0o755) }

    /// The service's number among processes.
    var tunnel: Int32 { process.processIdentifier }

    /// The options of one that nobody here hears.
    func outOfReach() throws -> [String] { ["--adverts", "loopback:\(try DatagramPort.free())"] + options.dropFirst(2) }
}
