import Crypto
import Foundation
import HybridTransport
import HybridTunnel
import LoopbackServers
import MobileDocument
import NIOSSL
import Testing

/// A website's request, a browser, and `mdoc phone` with a document, which meet in a tunnel service on this machine.
struct PhoneScene: Sendable {
    private static let number: UInt16 = 1000

    let folder: Folder
    let client: HybridClient
    /// What the website asks.
    let request: RemoteCredentialRequest
    private let options: [String]

    static func during(_ body: (PhoneScene) async throws -> Void) async throws {
        let domain = try TunnelDomain(number)
        let credentials = try WebCredentials(domain.host)
        let routing = try #require(RoutingIdentifier([1, 2, 3]))
        let server = try TunnelServer(routing: routing, tls: credentials.configuration(), limits: TunnelLimits(opening: .seconds(600)))
        try await RunningServer.during({ try await server.run(host: "127.0.0.1", port: 0, listening: $0) }) { port in
            try await body(PhoneScene(domain, credentials, port: port))
        }
    }

    private init(_ domain: TunnelDomain, _ credentials: WebCredentials, port: Int) throws {
        let folder = try Folder()
        self.folder = folder
        try folder.write("root.pem", credentials.authorityPEM)
        try folder.write("licence.json", json: Exchange.content)
        try folder.write("face.jpg", Exchange.portrait)
        // The phone goes by the clock, so all of it is made now.
        for line in [
            "issuer init --out issuer --name Utopia",
            "issuer issue --issuer issuer --content licence.json --portrait face.jpg --new-device-key device-key.pem --out licence.mdoc",
            "reader init --out reader --domain rentals.example --organization Rentals",
            "request create --reader reader --element family_name --origin \(Exchange.origin) --session session.json --request request.json",
        ] {
            let run = try folder.mdoc(line: line)
            try #require(run.exitCode == 0, "\(line): \(run.errors)")
        }
        request = try RemoteCredentialRequest(
            origin: Exchange.origin, requests: [.init(exchangeProtocol: "org-iso-mdoc", data: Array(folder.read("request.json")))])
        let adverts = try DatagramPort.free()
        let authority = try NIOSSLCertificate(bytes: Array(credentials.authorityPEM.utf8), format: .pem)
        let dialer = TunnelDialer(trust: .certificates([authority]), addresses: [domain: TunnelAddress(host: "127.0.0.1", port: port)])
        client = HybridClient(tunnels: dialer, adverts: LoopbackAdverts(port: adverts))
        options = [
            "--document", "licence.mdoc", "--device-key", "device-key.pem", "--reader-trust", "reader/trust", "--tunnel", "\(Self.number)",
            "--tunnel-address", "127.0.0.1:\(port)", "--tunnel-root", "root.pem", "--adverts-port", "\(adverts)",
        ]
    }

    /// What the website asks where it wants another element.
    func request(for element: String) throws -> RemoteCredentialRequest {
        let line = "request create --reader reader --element \(element) --origin \(Exchange.origin) --session other.json --request other-request.json"
        let run = try folder.mdoc(line: line)
        try #require(run.exitCode == 0, "\(run.errors)")
        return try RemoteCredentialRequest(
            origin: Exchange.origin, requests: [.init(exchangeProtocol: "org-iso-mdoc", data: Array(folder.read("other-request.json")))])
    }

    /// A code that a browser shows now.
    func invitation(supportsLinking: Bool = false) throws -> ClientInvitation {
        let secret = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
        return try ClientInvitation(identity: .init(), secret: secret, at: Self.now, supportsLinking: supportsLinking)
    }

    static var now: Instant { Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)) }

    /// Starts a phone whose owner types a word when it asks.
    func phone(_ arguments: String..., typing word: String = "yes") throws -> Tool.Started {
        try Tool.start(["phone"] + arguments + options, input: Data("\(word)\n".utf8), in: folder)
    }
}
