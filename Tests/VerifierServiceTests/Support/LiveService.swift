import AsyncHTTPClient
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOSSL
import ServiceLifecycle
import Testing

@testable import VerifierService

/// A service under test that listens on loopback, with everything that runs beside it.
struct LiveService: Sendable {
    /// Address of the page's listener, and of the backend's where it has one of its own.
    let page: String
    let backend: String?
    private let group: ServiceGroup
    private let client: HTTPClient

    /// A client of the page's listener, which is everybody's where there is no other.
    var http: ServiceClient { Self.client(client, at: page) }

    /// Tells the service to end, as SIGTERM would.
    func stop() async { await group.triggerGracefulShutdown() }

    var pagePort: Int { page.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

    /// Runs a world's service while a test uses it. Its listeners want port 0.
    ///
    /// - Parameter tls: what the client trusts and shows.
    static func with(_ world: ServiceWorld, tls: TLSConfiguration? = nil, _ body: @escaping @Sendable (LiveService) async throws -> Void) async throws {
        let (addresses, found) = AsyncStream<ServiceAddress>.makeStream()
        let services = try world.application.services { found.yield($0) }
        let group = ServiceGroup(configuration: ServiceGroupConfiguration(services: services, logger: world.log.logger))
        let client = Self.makeClient(tls)
        let result: Result<Void, any Error> = await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { found.finish() }
                try? await group.run()
            }
            var page: String?
            var backend: String?
            for await address in addresses {
                if address.isPage { page = address.url } else { backend = address.url }
                if page != nil, backend != nil || world.configuration.backendListener == nil { break }
            }
            let result: Result<Void, any Error>
            do {
                try await body(LiveService(page: #require(page), backend: backend, group: group, client: client))
                result = .success(())
            } catch { result = .failure(error) }
            await group.triggerGracefulShutdown()
            // Connections that clients keep open do not hold the end up.
            try? await client.shutdown()
            await tasks.waitForAll()
            return result
        }
        try result.get()
    }

    static func makeClient(_ tls: TLSConfiguration? = nil) -> HTTPClient {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.tlsConfiguration = tls
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 128
        // A name that does not resolve, or a handshake that fails, is told at once and not tried again.
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    static func client(_ client: HTTPClient, at url: String) -> ServiceClient {
        ServiceClient { method, path, headers, body in
            var request = HTTPClientRequest(url: url + path)
            request.method = HTTPMethod(rawValue: method.rawValue)
            for field in headers { request.headers.add(name: field.name.rawName, value: field.value) }
            if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
            let response = try await client.execute(request, timeout: .seconds(300))
            var fields = HTTPFields()
            for (name, value) in response.headers { if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) } }
            return ServiceClient.Answer(
                status: Int(response.status.code), headers: fields, body: Data(buffer: try await response.body.collect(upTo: 8 << 20)))
        }
    }
}
