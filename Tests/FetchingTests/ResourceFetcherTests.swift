import Dispatch
import LoopbackServers
import NetworkAddressing
import NIOCore
import NIOHTTP1
import NIOPosix
import Testing
import TrustFetching
import VectorSupport

@testable import IssuingAuthority

@Suite("Fetching over https")
struct ResourceFetcherTests {
    private static let host = FetchWorld.host
    private let credentials: WebCredentials

    init() throws { credentials = try WebCredentials(FetchWorld.host, "other.utopia.example") }

    /// Fetches from a server that lives as long as this takes.
    private func fetch(
        _ path: String = "/list", as kind: ResourceKind = .issuerList, unless validators: ResourceValidators? = nil,
        limits: FetchLimits = FetchWorld.patient(), answering: @escaping WebServer.Answering
    ) async throws -> Result<FetchResult, FetchError> {
        let server = try await WebServer.start(credentials, answering)
        let result = await attempt(FetchWorld.fetcher(credentials, limits: limits), FetchWorld.url(server, path), as: kind, unless: validators)
        await server.kill()
        return result
    }

    private func attempt(
        _ fetcher: ResourceFetcher, _ url: String, as kind: ResourceKind = .issuerList, unless validators: ResourceValidators? = nil
    ) async -> Result<FetchResult, FetchError> {
        do throws(FetchError) { return .success(try await fetcher.fetch(url, as: kind, unless: validators)) } catch { return .failure(error) }
    }

    @Test("Content comes with its type, its validators and the address it came from; the type wanted is asked for")
    func good() async throws {
        let server = try await WebServer.start(credentials) { _ in
            .content([1, 2, 3], headers: ["content-type": "application/cwt", "etag": "\"7\"", "last-modified": "Mon, 01 Jun 2026 12:00:00 GMT"])
        }
        let result = try await FetchWorld.fetcher(credentials).fetch(FetchWorld.url(server, "/list?issue=7"), as: .issuerList)
        let validators = ResourceValidators(entityTag: "\"7\"", lastModified: "Mon, 01 Jun 2026 12:00:00 GMT")
        #expect(
            result
                == .fetched(
                    FetchedResource(
                        content: [1, 2, 3], contentType: "application/cwt", hasExpectedType: true, validators: validators, host: Self.host,
                        address: FetchWorld.loopback)))
        let request = try #require(server.requests.first)
        #expect(request.uri == "/list?issue=7")
        #expect(request.headers["accept"]?.hasPrefix("application/cwt") == true)
        #expect(request.headers["host"] == "\(Self.host):\(server.port)")
        #expect(request.headers["cookie"] == nil)
        await server.kill()
    }

    @Test("What has not changed is not sent again; that nothing has changed is no answer to who holds nothing")
    func conditional() async throws {
        let answering: WebServer.Answering = { request in
            request.headers["if-none-match"] == "\"7\"" && request.headers["if-modified-since"] == "yesterday"
                ? .content([], status: .notModified) : .content([1])
        }
        let validators = ResourceValidators(entityTag: "\"7\"", lastModified: "yesterday")
        #expect(try await fetch(unless: validators, answering: answering).get() == .notModified)
        let other = ResourceValidators(entityTag: "\"6\"", lastModified: nil)
        guard case .success(.fetched) = try await fetch(unless: other, answering: answering) else { return #expect(Bool(false), "not fetched") }
        #expect(try await fetch { _ in .content([], status: .notModified) }.code == .status)
    }

    @Test("A content type that is not the right one is reported, and the content is handed on: a signature decides")
    func contentType() async throws {
        for (type, expected) in [("text/html; charset=utf-8", false), ("Application/CWT", true), ("application/cwt; v=1", true)] {
            guard case .fetched(let resource) = try await fetch(answering: { _ in .content([1], headers: ["content-type": type]) }).get() else { continue }
            #expect(resource.hasExpectedType == expected, "\(type)")
            #expect(resource.contentType == type)
        }
    }

    @Test("Compressed content is expanded")
    func compressed() async throws {
        let content = (0..<5_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let deflated = try #require(ZlibDeflation.deflate(content))
        for (name, body) in [("gzip", Gzip.compress(content)), ("deflate", deflated)] {
            guard case .fetched(let resource) = try await fetch(answering: { _ in .content(body, headers: ["content-encoding": name]) }).get() else { continue }
            #expect(resource.content == content, "\(name)")
        }
    }

    @Test("A little that expands to very much is given up, by its ratio and by its size")
    func bomb() async throws {
        let bomb = Gzip.compress([UInt8](repeating: 0, count: 8 << 20))
        let answering: WebServer.Answering = { _ in .content(bomb, headers: ["content-encoding": "gzip"]) }
        #expect(try await fetch(answering: answering).code == .compression)
        // Whoever lets it expand a thousandfold still has the limit of the kind.
        var large = [UInt8](repeating: 0, count: ResourceKind.statusToken.maximumBytes + 1)
        for place in stride(from: 0, to: large.count, by: 100) { large[place] = UInt8(truncatingIfNeeded: place / 100 &* 167) }
        let token = Gzip.compress(large)
        #expect(
            try await fetch(as: .statusToken, limits: FetchWorld.patient(expansion: 1_000)) { _ in
                .content(token, headers: ["content-encoding": "gzip"])
            }.code == .tooLarge)
        let modest = Gzip.compress([UInt8](repeating: 0x61, count: 2_000))
        let challenge = try await fetch(as: .domainChallenge, limits: FetchWorld.patient(expansion: 1_000)) { _ in
            .content(modest, headers: ["content-encoding": "gzip"])
        }
        #expect(challenge.code == .tooLarge)
    }

    @Test("An encoding that was not asked for, one inside another, or a damaged one is refused")
    func encodings() async throws {
        for name in ["br", "gzip, gzip"] {
            #expect(try await fetch { _ in .content([1, 2], headers: ["content-encoding": name]) }.code == .compression, "\(name)")
        }
        let cut = Array(Gzip.compress([UInt8](1...200)).dropLast(20))
        #expect(try await fetch { _ in .content(cut, headers: ["content-encoding": "gzip"]) }.code == .compression)
    }

    @Test("A body without an end is given up at the limit of its kind, while it is read")
    func endless() async throws {
        #expect(try await fetch(as: .statusToken) { _ in .endless }.code == .tooLarge)
        #expect(try await fetch(as: .domainChallenge) { _ in .content([UInt8](repeating: 0x61, count: 1_025)) }.code == .tooLarge)
        guard case .success(.fetched(let resource)) = try await fetch(as: .domainChallenge, answering: { _ in .content([UInt8](repeating: 0x61, count: 1_024)) })
        else { return #expect(Bool(false), "the largest allowed was refused") }
        #expect(resource.content.count == 1_024)
    }

    @Test("A server that does not answer, one that stops in the middle and a resolver that hangs cost a bounded time", .timeLimit(.minutes(10)), arguments: [true, false])
    func slow(stalls: Bool) async throws {
        let limits = FetchLimits(total: .milliseconds(400))
        #expect(try await fetch(limits: limits) { _ in stalls ? .stalled : .silence }.code == .timeout)
        let names = SilentNames()
        let hanging = FetchWorld.fetcher(credentials, limits: limits, resolver: names)
        #expect(await attempt(hanging, "https://\(Self.host)/").code == .timeout)
        #expect(names.endedLookups == 0, "nobody waits for it")
        names.end()
    }

    @Test("An answer that breaks off is no answer")
    func broken() async throws {
        #expect(try await fetch { _ in .broken([1, 2, 3], announced: 10) }.code == .message)
        #expect(try await fetch { _ in .content([], status: .internalServerError) }.code == .status)
        let server = try await WebServer.start(credentials) { _ in .content([]) }
        let url = FetchWorld.url(server)
        await server.kill()
        #expect(await attempt(FetchWorld.fetcher(credentials), url).code == .connection)
    }

    @Test("A certificate that does not rest on a trusted authority, or is another host's, is refused before anything is asked")
    func certificates() async throws {
        let server = try await WebServer.start(credentials) { _ in .content([1]) }
        let stranger = try WebCredentials(Self.host)
        #expect(await attempt(FetchWorld.fetcher(stranger), FetchWorld.url(server)).code == .tls)
        #expect(await attempt(FetchWorld.fetcher(nil), FetchWorld.url(server)).code == .tls)
        #expect(await attempt(FetchWorld.fetcher(credentials), FetchWorld.url(server, host: "third.utopia.example")).code == .tls)
        #expect(server.requests.isEmpty)
        await server.kill()
    }

    @Test("A certificate for the address of a server is none for a name that leads there, unless it is for that name, too")
    func certificateOfAddress() async throws {
        func code(_ credentials: WebCredentials) async throws -> FetchError.Code? {
            let server = try await WebServer.start(credentials) { _ in .content([1]) }
            let code = await attempt(FetchWorld.fetcher(credentials), FetchWorld.url(server)).code
            #expect(await attempt(FetchWorld.fetcher(credentials), FetchWorld.url(server, host: "127.0.0.1")).code == nil)
            await server.kill()
            return code
        }
        #expect(try await code(WebCredentials("127.0.0.1")) == .tls)
        #expect(try await code(WebCredentials("127.0.0.1", "other.utopia.example", "*.example")) == .tls)
        #expect(try await code(WebCredentials("127.0.0.1", Self.host)) == nil)
        #expect(try await code(WebCredentials("127.0.0.1", "*.utopia.example")) == nil)
    }

    // MARK: Addresses

    @Test("Without the profile for tests, nothing on this machine or a private network is connected to, by whatever name")
    func privateAddresses() async throws {
        let server = try await WebServer.start(credentials) { _ in .content([1]) }
        let names = Names([
            "one.example": [FetchWorld.loopback], "mixed.example": [.v4([198, 41, 0, 4]), FetchWorld.loopback],
            "private.example": [.v4([10, 0, 0, 1])], "metadata.example": [.v4([169, 254, 169, 254])],
            "six.example": [.v6([UInt8](repeating: 0, count: 15) + [1])],
        ])
        let fetcher = FetchWorld.fetcher(credentials, profile: .production, resolver: names)
        let hosts = ["one.example", "mixed.example", "private.example", "metadata.example", "six.example", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "10.0.0.1"]
        for host in hosts {
            #expect(await attempt(fetcher, FetchWorld.url(server, host: host)).code == .privateAddress, "\(host)")
        }
        let system = FetchWorld.fetcher(credentials, profile: .production, resolver: SystemHostResolver())
        #expect(await attempt(system, FetchWorld.url(server, host: "localhost")).code == .privateAddress)
        #expect(server.requests.isEmpty)
        await server.kill()
    }

    @Test("Names are looked up on threads of their own: they and the program's files do not wait for each other")
    func threads() async throws {
        let count = NIOSingletons.blockingPoolThreadCountSuggestion
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let end = DispatchSemaphore(value: 0)
        for _ in 0..<count {
            NIOThreadPool.singleton.submit { _ in
                begin.yield()
                end.wait()
            }
        }
        var beginnings = begun.makeAsyncIterator()
        for _ in 0..<count { _ = await beginnings.next() }
        let patience = Task {
            try await Task.sleep(for: .seconds(60))
            Issue.record("the name waits for a thread of the files")
            for _ in 0..<count { end.signal() }
        }
        let addresses = try? await SystemHostResolver().addresses(of: "localhost")
        patience.cancel()
        for _ in 0..<count { end.signal() }
        #expect(addresses?.isEmpty == false)
    }

    @Test("The profile for tests adds loopback and no private network")
    func testProfile() async throws {
        let names = Names(["private.example": [.v4([192, 168, 0, 1])]])
        #expect(await attempt(FetchWorld.fetcher(credentials, resolver: names), "https://private.example/").code == .privateAddress)
    }

    @Test("A name that has no address is told as that, and not as a connection that did not come about")
    func withoutAddress() async throws {
        let names = Names(["nowhere.example": []])
        #expect(await attempt(FetchWorld.fetcher(credentials, resolver: names), "https://nowhere.example/").code == .resolution)
        #expect(names.lookups == ["nowhere.example"])
    }

    @Test("A name is looked up once, and the connection goes to the address that was looked at")
    func pinned() async throws {
        let server = try await WebServer.start(credentials) { _ in .content([1]) }
        // No other resolver knows this name, so whoever asked again would find nothing.
        let names = Names()
        _ = try await FetchWorld.fetcher(credentials, resolver: names).fetch(FetchWorld.url(server), as: .issuerList)
        #expect(names.lookups == [Self.host])
        #expect(server.requests.count == 1)
        await server.kill()
    }

    @Test("An international name is looked up, connected to and proven in its xn-- form, that of a redirect too")
    func internationalNames() async throws {
        let credentials = try WebCredentials("xn--bcher-kva.example", "xn--caf-dma.example")
        let server = try await WebServer.start(credentials) { _ in .content([1]) }
        server.answer { [port = server.port] in $0.uri == "/start" ? .redirect(to: "https://XN--CAF-DMA.example:\(port)/") : .content([8]) }
        let names = Names()
        let result = await attempt(FetchWorld.fetcher(credentials, resolver: names), FetchWorld.url(server, "/start", host: "xn--bcher-kva.example"))
        #expect(try result.resource?.content == [8])
        #expect(names.lookups == ["xn--bcher-kva.example", "xn--caf-dma.example"])
        await server.kill()
    }

    @Test("An address that is no https URL of a host is refused", arguments: [
        ("http://lists.utopia.example/", FetchError.Code.scheme), ("ftp://lists.utopia.example/", .scheme), ("file:///etc/passwd", .address),
        ("https://user:word@lists.utopia.example/", .address), ("https://2130706433/", .address), ("https://0x7f.1/", .address),
        ("https://127.1/", .address), ("https:///list", .address), ("lists.utopia.example", .address), ("https://lists.utopia.example/a b", .address),
        ("https://l\u{ef}sts.example/", .address), ("https://lists..example/", .address), ("", .address),
        ("https://[lists.utopia.example]/", .address), ("https://[xn--]/", .address), ("https://[127.0.0.1]/", .address),
        ("https://lists.utopia.example/" + String(repeating: "a", count: 2_100), .address),
    ])
    func unusable(url: String, code: FetchError.Code) async {
        let result = await attempt(FetchWorld.fetcher(credentials), url)
        #expect(result.code == code)
    }

    @Test("http will do for revocation lists, which are signed and the same for everybody, and for nothing else")
    func plain() async throws {
        let server = try await WebServer.start(nil) { _ in .content([1]) }
        for kind in ResourceKind.allCases {
            let result = await attempt(FetchWorld.fetcher(nil), FetchWorld.url(server, scheme: "http"), as: kind)
            #expect(result.code == (kind == .revocationList ? nil : .scheme), "\(kind)")
        }
        #expect(server.requests.count == 1)
        await server.kill()
    }

    // MARK: Redirects

    @Test("A few redirects are followed, to other hosts as well; each host is looked up and looked at")
    func redirects() async throws {
        let names = Names()
        let server = try await WebServer.start(credentials) { $0.uri == "/start" ? .redirect(to: "next?a=1", .permanentRedirect) : .content([7]) }
        let result = await attempt(FetchWorld.fetcher(credentials, resolver: names), FetchWorld.url(server, "/start"))
        #expect(try result.resource?.content == [7])
        #expect(server.requests.map(\.uri) == ["/start", "/next?a=1"])
        server.answer { [port = server.port] in $0.uri == "/start" ? .redirect(to: "https://other.utopia.example:\(port)/") : .content([8]) }
        #expect(try await attempt(FetchWorld.fetcher(credentials, resolver: names), FetchWorld.url(server, "/start")).resource?.host == "other.utopia.example")
        #expect(names.lookups.suffix(2) == [Self.host, "other.utopia.example"])
        await server.kill()
    }

    @Test("Circles, too many redirects, ones to nowhere and ones from https to http are refused")
    func badRedirects() async throws {
        let server = try await WebServer.start(credentials) { _ in .redirect(to: "/list") }
        let fetcher = FetchWorld.fetcher(credentials)
        func code(_ answering: @escaping WebServer.Answering) async -> FetchError.Code? {
            server.answer(answering)
            return await attempt(fetcher, FetchWorld.url(server, "/list")).code
        }
        #expect(await code { _ in .redirect(to: "/list") } == .redirect)
        let before = server.requests.count
        #expect(await code { .redirect(to: $0.uri + "x") } == .redirect)
        #expect(server.requests.count - before == 4, "three redirects are followed")
        #expect(await code { _ in .content([], status: .found) } == .redirect)
        #expect(await code { _ in .redirect(to: "http://lists.utopia.example/list") } == .redirectScheme)
        #expect(await code { _ in .redirect(to: "ftp://lists.utopia.example/list") } == .scheme)
        await server.kill()
    }

    @Test("A redirect from a public place to this machine is refused in the public profile, written out or by name")
    func redirectInside() async throws {
        let inner = try await WebServer.start(credentials) { _ in .content([1]) }
        // The proxy stands for the public network, in which nothing of a test lives.
        let outer = try await WebServer.start(credentials, isProxy: true) { _ in .content([]) }
        let proxy = try ProxySettings("http://127.0.0.1:\(outer.port)", except: ["other.utopia.example"])
        let fetcher = FetchWorld.fetcher(credentials, profile: .production, proxy: proxy)
        for place in ["127.0.0.1", "[::1]", "other.utopia.example"] {
            outer.answer { [port = inner.port] _ in .redirect(to: "https://\(place):\(port)/") }
            #expect(await attempt(fetcher, "https://\(Self.host)/list").code == .privateAddress, "\(place)")
        }
        #expect(outer.requests.count == 3)
        #expect(inner.requests.isEmpty)
        await inner.kill()
        await outer.kill()
    }

    @Test("The file of a challenge counts from the host that was named: a redirect to another host or port is refused")
    func sameHost() async throws {
        let server = try await WebServer.start(credentials) { $0.uri == "/list" ? .redirect(to: "/moved") : .content([1]) }
        let fetcher = FetchWorld.fetcher(credentials)
        #expect(try await attempt(fetcher, FetchWorld.url(server, "/list"), as: .domainChallenge).resource?.content == [1])
        for target in ["https://other.utopia.example:\(server.port)/", "https://\(Self.host)/"] {
            server.answer { _ in .redirect(to: target) }
            #expect(await attempt(fetcher, FetchWorld.url(server, "/list"), as: .domainChallenge).code == .redirectHost)
        }
        await server.kill()
    }

    // MARK: Proxies

    @Test("Through a proxy the name goes to the proxy and is not looked up here; TLS is with the server behind it")
    func proxied() async throws {
        let server = try await WebServer.start(credentials, isProxy: true) { _ in .content([5]) }
        let names = Names()
        let proxy = try ProxySettings("http://127.0.0.1:\(server.port)")
        let fetcher = FetchWorld.fetcher(credentials, profile: .production, proxy: proxy, resolver: names)
        let resource = try await attempt(fetcher, "https://\(Self.host)/list").resource
        #expect(resource?.content == [5])
        #expect(resource?.address == nil)
        #expect(server.tunnels == ["\(Self.host):443"])
        #expect(names.lookups.isEmpty)
        let stranger = try WebCredentials(Self.host)
        #expect(await attempt(FetchWorld.fetcher(stranger, profile: .production, proxy: proxy), "https://\(Self.host)/").code == .tls)
        #expect(await attempt(fetcher, "https://127.0.0.1/").code == .privateAddress)
        await server.kill()
    }

    @Test("The surroundings name the proxy and what goes without it; a password never prints")
    func proxySettings() throws {
        let settings = try ProxySettings(environment: ["HTTPS_PROXY": "http://me:canary@proxy.example:8080", "NO_PROXY": ".inside.example, 10.0.0.1,direct.example"])
        #expect(settings == (try ProxySettings("me:canary@proxy.example:8080", except: ["inside.example", "10.0.0.1", "direct.example"])))
        #expect(try ProxySettings(environment: ["NO_PROXY": "*"]) == .none)
        #expect(try ProxySettings(environment: ["https_proxy": ""]) == .none)
        #expect("\(settings)" == "proxy proxy.example:8080")
        #expect(!printed(settings).contains("canary"))
        #expect(try ProxySettings("http://xn--bcher-kva.example:8080").description == "proxy xn--bcher-kva.example:8080")
        #expect(throws: FetchError.self) { try ProxySettings("socks5://proxy.example:1080") }
        #expect(throws: FetchError.self) { try ProxySettings("http://") }
    }

    // MARK: Words

    @Test("No failure tells the path, the query or what a server sent")
    func redaction() async throws {
        let answers: [WebAnswer] = [
            .content([], status: .notFound, headers: ["x-canary": "canary"]), .redirect(to: "http://canary.example/canary"), .endless,
            .content(Array("canary".utf8), headers: ["content-encoding": "canary"]),
        ]
        for answer in answers {
            let result = try await fetch("/canary?canary=canary", as: .statusToken) { _ in answer }
            guard case .failure(let error) = result else { return #expect(Bool(false), "it was fetched") }
            #expect(!"\(error)".contains("canary"))
            #expect(error.description.hasPrefix(error.code.rawValue))
        }
    }
}

extension Result where Success == FetchResult, Failure == FetchError {
    /// The code of the failure; nil where there is none.
    var code: FetchError.Code? {
        if case .failure(let error) = self { return error.code }
        return nil
    }

    /// What was fetched.
    var resource: FetchedResource? {
        get throws {
            if case .fetched(let resource) = try get() { return resource }
            return nil
        }
    }
}
