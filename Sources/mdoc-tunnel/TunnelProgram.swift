import ArgumentParser
import Foundation
import HybridTransport
import HybridTunnel
import ListenFaults
import NetworkAddressing
import NIOSSL
import PrintedResults
import ProcessSandbox

/// `mdoc-tunnel`: a tunnel service.
@main
struct TunnelProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mdoc-tunnel", abstract: "Pass messages on between a browser and the device that scanned its QR code.",
        discussion: """
            Example: mdoc-tunnel --domain 1000 --certificate tunnel.pem --key tunnel-key.pem --host 0.0.0.0 --port 443

            Devices find the service by the number of its name; 'mdoc-tunnel --domain NUMBER --show-host' says which name that is. What it \
            passes on is sealed between the two devices. Numbers only are counted: GET /metrics from this machine, not through a proxy.
            """)

    @Option(help: ArgumentHelp("Number of the service, 256 to 65535; its name is made of it.", valueName: "number"))
    var domain: UInt16 = 1000

    @Flag(help: "Print the service's name, and end.")
    var showHost = false

    @Option(help: ArgumentHelp("Certificate and what is above it, in PEM. Without one, TLS is a proxy's, and only this machine is listened to.", valueName: "file"))
    var certificate: String?

    @Option(help: ArgumentHelp("The certificate's private key, in PEM.", valueName: "file"))
    var key: String?

    @Option(help: ArgumentHelp("Address to listen on.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(help: ArgumentHelp("Port to listen on; 0 for any.", valueName: "port"))
    var port = 8443

    @Option(help: ArgumentHelp("By what this one of several services of a name is found: six hexadecimal digits.", valueName: "digits"))
    var routing = "000000"

    private static let defaultConnections = 1024

    @Option(help: ArgumentHelp("Connections at the same time. (default: 1024, or as many as the limit of open files allows)", valueName: "count"))
    var connections: Int?

    @Option(help: ArgumentHelp("Of these, how many one address may hold.", valueName: "count"))
    var connectionsOfAddress = 64

    @Option(
        help: ArgumentHelp(
            "Address of a proxy, whose Forwarded or X-Forwarded-For is believed for whom it connects. May be repeated.", valueName: "address"))
    var proxy: [String] = []

    func validate() throws {
        guard (0...65_535).contains(port), (2...1_000_000).contains(connections ?? Self.defaultConnections), RoutingIdentifier(hexadecimal: routing) != nil else {
            throw ValidationError("give a port of 0 to 65535, 2 to 1000000 connections, and six hexadecimal digits for --routing")
        }
        guard (1...1_000_000).contains(connectionsOfAddress), proxy.allSatisfy({ NetworkAddress($0) != nil }) else {
            throw ValidationError("give 1 to 1000000 connections of an address, and --proxy an address in numbers, such as 192.0.2.1")
        }
        guard (certificate == nil) == (key == nil) else { throw ValidationError("give --certificate and --key together") }
        guard certificate != nil || host == "127.0.0.1" || host == "::1" else {
            throw ValidationError("without --certificate it listens on 127.0.0.1 only; browsers connect by TLS")
        }
    }

    func run() async throws {
        let domain: TunnelDomain
        do throws(HybridError) { domain = try TunnelDomain(self.domain) } catch { throw ValidationError(error.reason) }
        guard !showHost else { return try PrintedResult.line(domain.host) }
        // The certificate's key is here.
        CrashReport.omit()
        try ProcessMemory.leaveNoCoreDump()
        let allowed = connections ?? OpenFiles.connections(atMost: Self.defaultConnections)
        if let shortage = try OpenFiles.makeRoom(forConnections: allowed) {
            try? FileHandle.standardError.write(contentsOf: Data("Error: \(shortage) (--connections)\n".utf8))
            throw ExitCode(2)
        }
        guard let routing = RoutingIdentifier(hexadecimal: routing) else { return }
        let tls = try tlsConfiguration()
        let server: TunnelServer
        do {
            server = try TunnelServer(
                routing: routing, tls: tls, limits: TunnelLimits(connections: allowed, connectionsOfAddress: connectionsOfAddress),
                proxies: Set(proxy.compactMap { NetworkAddress($0) }))
        } catch { throw FileFault("the certificate in \(certificate ?? "") and the key in \(key ?? "") cannot be used together: \(error)") }
        let (scheme, address) = (certificate == nil ? "ws" : "wss", host)
        do {
            try await server.run(host: host, port: port) { port in
                // Whoever starts it reads where it listens.
                let url = "\(scheme)://\(ListenAddress(host: address, port: port))"
                try? FileHandle.standardOutput.write(contentsOf: Data("\(domain.host) listening on \(url)\n".utf8))
            }
        } catch { throw ListenFault.explaining(error, host: host, port: port, setting: "--host, --port") }
    }

    private func tlsConfiguration() throws -> TLSConfiguration? {
        guard let certificate, let key else { return nil }
        let (certificates, keyText) = (try Self.content(of: certificate, "--certificate"), try Self.content(of: key, "--key"))
        guard let chain = try? NIOSSLCertificate.fromPEMBytes(certificates), !chain.isEmpty else {
            throw FileFault("\(certificate) holds no certificate in PEM (--certificate)")
        }
        guard let privateKey = try? NIOSSLPrivateKey(bytes: keyText, format: .pem) else {
            throw FileFault("\(key) holds no private key in PEM (--key)")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        configuration.minimumTLSVersion = .tlsv12
        return configuration
    }

    private static func content(of path: String, _ option: String) throws -> [UInt8] {
        guard FileManager.default.fileExists(atPath: path) else { throw FileFault("there is no file \(path) (\(option))") }
        guard let data = FileManager.default.contents(atPath: path) else { throw FileFault("\(path) is no file that can be read (\(option))") }
        return Array(data)
    }

    /// What is wrong with a file that an option names.
    private struct FileFault: Error, CustomStringConvertible {
        let description: String

        init(_ sentence: String) { description = sentence }
    }
}
