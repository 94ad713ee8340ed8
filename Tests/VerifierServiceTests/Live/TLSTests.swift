import Foundation
import LoopbackServers
import MobileDocument
import NIOSSL
import Testing

@testable import VerifierService

@Suite("Listeners with TLS")
struct TLSTests {
    private let server: WebCredentials

    init() throws { server = try WebCredentials("127.0.0.1") }

    private var files: [String: String] {
        ["tls.pem": server.certificatePEM, "tls-key.pem": server.keyPEM]
    }

    private static func trusting(_ server: WebCredentials, as client: WebCredentials? = nil) throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(server.authorityPEM.utf8)))
        if let client {
            configuration.certificateChain = try NIOSSLCertificate.fromPEMBytes(Array(client.certificatePEM.utf8)).map { .certificate($0) }
            configuration.privateKey = .privateKey(try NIOSSLPrivateKey(bytes: Array(client.keyPEM.utf8), format: .pem))
        }
        return configuration
    }

    @Test("a listener with a certificate speaks TLS 1.2 and up, under that certificate, and nothing else")
    func pageTLS() async throws {
        let environment = ["VERIFIER_LISTEN": "127.0.0.1:0", "VERIFIER_TLS_CERTIFICATE_FILE": "tls.pem", "VERIFIER_TLS_KEY_FILE": "tls-key.pem"]
        let world = try await ServiceWorld(extra: environment, files: files)
        let (good, stranger) = (try Self.trusting(server), try Self.trusting(WebCredentials("127.0.0.1")))
        var old = good
        old.minimumTLSVersion = .tlsv1
        old.maximumTLSVersion = .tlsv11
        let refused = [stranger, old]
        try await LiveService.with(world, tls: good) { service in
            #expect(service.page.hasPrefix("https://127.0.0.1:"))
            let session = try await service.http.start()
            let handedOut = try await service.http.page("request", of: session)
            #expect(try await service.http.page("response", of: session, world.answer(handedOut.body), cookie: handedOut.cookie).status == 200)
            for configuration in refused {
                let other = LiveService.makeClient(configuration)
                await #expect(throws: (any Error).self) { try await LiveService.client(other, at: service.page).send(.get, "/health") }
                try await other.shutdown()
            }
            let plain = LiveService.makeClient()
            let address = service.page.replacing("https://", with: "http://")
            await #expect(throws: (any Error).self) { try await LiveService.client(plain, at: address).send(.get, "/health") }
            try await plain.shutdown()
        }
    }

    @Test("a backend listener with client authorities lets in nobody without their certificate, and wants no key from those it lets in")
    func mutualTLS() async throws {
        let (known, stranger) = (try WebCredentials("backend.test", purpose: .client), try WebCredentials("backend.test", purpose: .client))
        let environment = [
            "VERIFIER_LISTEN": "127.0.0.1:0", "VERIFIER_BACKEND_LISTEN": "127.0.0.1:0", "VERIFIER_BACKEND_TLS_CERTIFICATE_FILE": "tls.pem",
            "VERIFIER_BACKEND_TLS_KEY_FILE": "tls-key.pem", "VERIFIER_BACKEND_TLS_CLIENT_AUTHORITIES_FILE": "clients.pem",
        ]
        let world = try await ServiceWorld(extra: environment, files: files.merging(["clients.pem": known.authorityPEM]) { $1 })
        let good = try Self.trusting(server, as: known)
        let refused = [try Self.trusting(server), try Self.trusting(server, as: stranger)]
        try await LiveService.with(world) { service in
            let backend = try #require(service.backend)
            let client = LiveService.makeClient(good)
            let http = LiveService.client(client, at: backend)
            #expect(try await http.send(.post, "/v1/sessions", Data(#"{"policy":"rental"}"#.utf8)).status == 201)
            #expect(try await http.send(.get, "/metrics").status == 200)
            try await client.shutdown()
            for configuration in refused {
                let other = LiveService.makeClient(configuration)
                await #expect(throws: (any Error).self) {
                    // With the key, too: the certificate is asked for before anything is read.
                    try await LiveService.client(other, at: backend).backend(.get, "/metrics")
                }
                try await other.shutdown()
            }
        }
    }

    @Test("a certificate of a listener or a reader that has ended is told with its last moment, by its key, and logged at the start")
    func ended() async throws {
        let environment = [
            "VERIFIER_TLS_CERTIFICATE_FILE": "tls.pem", "VERIFIER_TLS_KEY_FILE": "tls-key.pem", "VERIFIER_BACKEND_LISTEN": "127.0.0.1:0",
            "VERIFIER_BACKEND_TLS_CERTIFICATE_FILE": "tls.pem", "VERIFIER_BACKEND_TLS_KEY_FILE": "tls-key.pem",
        ]
        let now = Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
        let world = try await ServiceWorld(extra: environment, files: files, now: now)
        #expect(world.configuration.endedCertificates(at: now) == [])
        #expect(world.log.count(of: "the certificate ended") == 0)
        let keys = ["tls.certificate-file", "backend.tls.certificate-file"]
        let ended = world.configuration.endedCertificates(at: now.advanced(byDays: 2))
        #expect(ended.map(\.key) == keys)
        #expect(ended.allSatisfy { $0.reason.hasPrefix("the certificate ended at 2") })
        #expect(world.configuration.endedCertificates(at: now.advanced(byDays: 3_650)).map(\.key) == keys + ["reader.main.certificate-file"])
        let later = try await ServiceWorld(extra: environment, files: files, now: now.advanced(byDays: 2))
        for key in keys { #expect(later.log.count(of: "warning \(key): the certificate ended at ") == 1, "\(later.log.text)") }
    }

    @Test("with a listener of its own the backend's routes are not at the page's listener, nor the page's at the backend's")
    func separateListeners() async throws {
        let world = try await ServiceWorld(extra: ["VERIFIER_LISTEN": "127.0.0.1:0", "VERIFIER_BACKEND_LISTEN": "127.0.0.1:0"])
        try await LiveService.with(world) { service in
            let client = LiveService.makeClient()
            let backend = LiveService.client(client, at: try #require(service.backend))
            let session = try await backend.start()
            for (method, path) in [("POST", "/v1/sessions"), ("GET", "/v1/sessions/\(session)"), ("GET", "/metrics"), ("GET", "/ready")] {
                let answer = try await service.http.exchange(.init(method)!, path, [.authorization: "Bearer \(ServiceWorld.backendKey)"], nil)
                #expect(answer.status == 404, "\(method) \(path)")
            }
            #expect(try await backend.exchange(.post, "/verification/sessions/\(session)/request", [:], nil).status == 404)
            let handedOut = try await service.http.page("request", of: session)
            try await service.http.page("response", of: session, world.answer(handedOut.body), cookie: handedOut.cookie)
            #expect(try await backend.status(session) == "verified")
            try await client.shutdown()
        }
    }
}
