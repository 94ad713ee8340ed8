import AsyncHTTPClient
import NetworkAddressing
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// One question to one server and its answer, over a connection of its own.
///
/// A client is made for each, since the address to connect to is a part of its configuration. That costs a handshake, which
/// for lists fetched every few hours is nothing.
struct HTTPExchange {
    enum Outcome {
        case result(FetchResult)
        /// Where it is said to be instead.
        case redirect(String)
    }

    let address: ResourceAddress
    let kind: ResourceKind
    let validators: ResourceValidators?
    /// Where to connect to; nil with a proxy.
    let target: NetworkAddress?
    let proxy: ProxySettings.Server?
    let trust: TransportTrust
    let limits: FetchLimits

    func run() async throws -> Outcome {
        let look = address.scheme == .https && address.literal == nil ? CertificateLook(host: address.host) : nil
        let client = HTTPClient(eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton), configuration: try configuration(look))
        let result: Result<Outcome, any Error>
        do {
            let response = try await client.execute(request, timeout: TimeAmount(limits.total))
            guard look?.isNamed ?? true else { throw NIOSSLExtraError.failedToValidateHostname }
            result = .success(try await outcome(response))
        } catch {
            result = .failure(error)
        }
        try? await client.shutdown()
        return try result.get()
    }

    private func configuration(_ look: CertificateLook?) throws -> HTTPClient.Configuration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        if case .authorities(let authorities) = trust {
            tls.trustRoots = .certificates(try authorities.map { try NIOSSLCertificate(bytes: $0, format: .der) })
        }
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow,
            timeout: .init(connect: TimeAmount(limits.connect), read: TimeAmount(limits.total)),
            decompression: .enabled(limit: .ratio(limits.expansion)))
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        if let look {
            // Refused is what comes back: a connection that fails here would stay open. What is asked for goes out all the same, and is no secret.
            configuration.http1_1ConnectionDebugInitializer = { channel in channel.nioSSL_peerCertificate().map { look.look(at: $0) } }
        }
        if let proxy {
            configuration.proxy = .server(
                host: proxy.host, port: proxy.port,
                authorization: proxy.user.map { .basic(username: $0, password: proxy.password ?? "") })
        } else if let target, address.literal == nil {
            configuration.dnsOverride = [address.host: target.description]
        }
        return configuration
    }

    private var request: HTTPClientRequest {
        var request = HTTPClientRequest(url: address.text)
        request.headers.add(name: "accept", value: kind.accept)
        request.headers.add(name: "accept-encoding", value: "gzip, deflate")
        request.headers.add(name: "user-agent", value: "swift-mdoc")
        if let tag = validators?.entityTag { request.headers.add(name: "if-none-match", value: tag) }
        if let time = validators?.lastModified { request.headers.add(name: "if-modified-since", value: time) }
        return request
    }

    private func outcome(_ response: HTTPClientResponse) async throws -> Outcome {
        switch response.status {
        case .ok: return .result(.fetched(try await resource(response)))
        case .notModified where validators != nil: return .result(.notModified)
        case .movedPermanently, .found, .seeOther, .temporaryRedirect, .permanentRedirect:
            guard let location = response.headers.first(name: "location") else {
                throw FetchError(.redirect, "\(address.host) redirects without saying where to")
            }
            return .redirect(location)
        default: throw FetchError(.status, "\(address.host) answered with status \(response.status.code)")
        }
    }

    private func resource(_ response: HTTPClientResponse) async throws -> FetchedResource {
        let encodings = response.headers[canonicalForm: "content-encoding"].map { $0.lowercased() }
        guard encodings.isEmpty || encodings == ["gzip"] || encodings == ["deflate"] || encodings == ["identity"] else {
            throw FetchError(.compression, "\(address.host) compresses its answer in a way that was not asked for")
        }
        var content: [UInt8] = []
        for try await part in response.body {
            guard content.count + part.readableBytes <= kind.maximumBytes else {
                throw FetchError(.tooLarge, "the content has more than \(kind.maximumBytes) bytes")
            }
            content.append(contentsOf: part.readableBytesView)
        }
        let type = response.headers.first(name: "content-type").map { String($0.prefix(128)) }
        return FetchedResource(
            content: content, contentType: type, hasExpectedType: kind.isExpected(contentType: type),
            validators: ResourceValidators(
                entityTag: response.headers.first(name: "etag"), lastModified: response.headers.first(name: "last-modified")),
            host: address.host, address: target)
    }
}
