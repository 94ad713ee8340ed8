import AsyncHTTPClient
import BrokerDoubles
import BrokerPages
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import Testing
import UserVerification

/// The pages over doubles, served on a port of this machine, and a client that says in its headers whatever a test wants.
struct ServedPages: Sendable {
    static let pin = "274951"

    let desk = DeskDouble()
    let codes: AnsweringDeskDouble
    let settings = SettingsDouble()
    let history = HistoryDouble()
    let verifier: UserVerifier
    let pages: BrokerPages
    private(set) var origin = WalletOrigin(port: 0)

    /// Serves the pages for as long as a test runs. Windows are not missed unless a test asks for it.
    static func run(
        limits: PagesLimits = PagesLimits(poll: .milliseconds(50), grace: .seconds(3600)),
        _ test: @Sendable @escaping (ServedPages) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pages-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var served = try ServedPages(folder: folder.path, limits: limits)
        let (origins, found) = AsyncStream.makeStream(of: WalletOrigin.self)
        let server = served.pages.server(port: 0) { found.yield($0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { found.finish() }
                try await server.run()
            }
            defer { group.cancelAll() }
            served.origin = try #require(await origins.first { _ in true }, "the pages are not served")
            try await test(served)
        }
    }

    private init(folder: String, limits: PagesLimits) throws {
        verifier = UserVerifier(store: try EnrolmentStore(path: folder + "/enrolments.sqlite", rounds: 16))
        codes = AnsweringDeskDouble(desk: desk)
        pages = try BrokerPages(
            desk: desk, codes: codes, settings: settings, history: history, verifier: verifier, limits: limits,
            logger: Logger(label: "pages") { _ in SwiftLogNoOpLogHandler() })
    }

    // MARK: The client

    /// An answer as it came.
    struct Reply: Sendable {
        let status: UInt
        let headers: HTTPHeaders
        let bytes: [UInt8]

        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    /// Sends a request as the pages' own scripts do; `headers` replace or, with nil, leave out what would be sent.
    func send(
        _ method: HTTPMethod, _ path: String, at host: String = "127.0.0.1", headers: [String: String?] = [:], body: String? = nil
    ) async throws -> Reply {
        var request = HTTPClientRequest(url: "http://\(host):\(origin.port)\(path)")
        request.method = method
        var fields: [String: String?] = ["Host": origin.authority]
        if method == .POST { fields["Origin"] = path.hasPrefix("/sheet/") ? "null" : origin.text }
        for (name, value) in fields.merging(headers, uniquingKeysWith: { $1 }) {
            if let value { request.headers.add(name: name, value: value) }
        }
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(120))
        let bytes = try await response.body.collect(upTo: 8 << 20)
        return Reply(status: response.status.code, headers: response.headers, bytes: Array(bytes.readableBytesView))
    }

    func get(_ path: String, headers: [String: String?] = [:]) async throws -> Reply { try await send(.GET, path, headers: headers) }

    func post(_ path: String, headers: [String: String?] = [:], body: String = "") async throws -> Reply {
        try await send(.POST, path, headers: headers, body: body)
    }

    // MARK: Windows

    /// A relay page's path, with its secret.
    func relay() async throws -> String { "/relay/" + (try await secret("/")) }

    /// A relay that has brought a request, and the path that opens its window.
    func begin(_ data: String = #"{"deviceRequest":"AA"}"#) async throws -> (relay: String, door: String) {
        let relay = try await relay()
        let reply = try await post(relay + "/request", headers: ["Wallet-Origin": "https://shop.example"], body: data)
        return (relay, try #require(reply.headers.first(name: "Wallet-Window")))
    }

    /// Opens a window, and gives the path under which its script asks.
    func open(_ door: String) async throws -> String { "/window/" + (try await secret(door)) }

    /// Opens one of the windows that programs lead to.
    func open(_ page: WalletPage) async throws -> String {
        let address = await pages.address(of: page, at: origin)
        return try await open(String(address.dropFirst(origin.text.count)))
    }

    /// Opens the window in which another device is answered.
    func openAnswering() async throws -> String {
        await codes.show { await pages.address(of: $0, at: origin) }
        let address = try #require(await pages.answeringAddress(at: origin))
        return try await open(String(address.dropFirst(origin.text.count)))
    }

    /// The path of a file that pages load.
    func asset(_ name: String) async throws -> String {
        let text = try await get("/").text
        let mark = try #require(text.firstRange(of: "\"/assets/"))
        return "/assets/" + String(text[mark.upperBound...].prefix { $0 != "/" }) + "/" + name
    }

    private func secret(_ path: String) async throws -> String {
        let text = try await get(path).text
        let mark = try #require(text.firstRange(of: "data-secret=\""))
        return String(text[mark.upperBound...].prefix { $0 != "\"" })
    }

    /// Asks a window for its stages until one has a text.
    func stage(_ window: String, with text: String) async throws -> Reply {
        var seen = 0
        while true {
            let reply = try await post("\(window)/next?seen=\(seen)")
            if reply.status == 204 { continue }
            guard reply.status == 200 else { throw UnexpectedReply(status: reply.status) }
            if reply.text.contains(text) { return reply }
            seen = Int(reply.headers.first(name: "Wallet-Stage") ?? "") ?? seen
        }
    }

    /// Asks a relay for its next event.
    func event(_ relay: String, after seen: Int) async throws -> Reply {
        while true {
            let reply = try await post("\(relay)/next?seen=\(seen)")
            guard reply.status == 204 else { return reply }
        }
    }

    struct UnexpectedReply: Error {
        let status: UInt
    }
}

extension ServedPages {
    /// The path of the frame in a part of a page.
    static func sheetPath(_ fragment: String) throws -> String {
        let mark = try #require(fragment.firstRange(of: "src=\""))
        return String(fragment[mark.upperBound...].prefix { $0 != "\"" })
    }
}
