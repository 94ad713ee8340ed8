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
            "--adverts", "loopback:\(try Self.freePort())", "--tunnel", "\(Self.number)", "--tunnel-address", "127.0.0.1:\(port)", "--tunnel-root",
            folder.path + "/root.pem",
        ]
    }

    deinit { process.terminate() }

    /// The service's number among processes.
    var tunnel: Int32 { process.processIdentifier }

    /// The options of one that nobody here hears.
    func outOfReach() throws -> [String] { ["--adverts", "loopback:\(try Self.freePort())"] + options.dropFirst(2) }

    /// A port for datagrams that was free a moment ago.
    private static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0 }
        }
        guard isBound else { throw CancellationError() }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
