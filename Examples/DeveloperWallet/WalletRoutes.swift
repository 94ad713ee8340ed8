import HTTPTypes
import Hummingbird
import Logging
import MobileDocument

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The wallet's page and what it asks its own server.
struct WalletRoutes: Sendable {
    /// The answer as the bridge passes it on.
    private struct Answer: Encodable {
        struct Content: Encodable {
            let response: String
        }

        let `protocol` = EncryptionInfo.protocolName
        let data: Content
    }

    private static let maximumRequestBytes = 1 << 20

    let desk: ConsentDesk
    let port: Int
    let logger: Logger

    var router: Router<BasicRequestContext> {
        let router = Router()
        router.add(middleware: WalletGuard(hosts: ["localhost:\(port)", "127.0.0.1:\(port)", "wallet.localhost:\(port)"]))
        router.get("/") { _, _ in try WalletAsset.page.response() }
        router.get("wallet.css") { _, _ in try WalletAsset.styles.response() }
        router.get("wallet.js") { _, _ in try WalletAsset.script.response() }
        router.post("apps") { request, _ in
            try await reply(to: request) { question throws(WalletRefusal) in
                let selector = try desk.selector(for: question, at: Self.now)
                logger.notice("selector opened", metadata: ["apps": "\(selector.apps.map(\.name).joined(separator: ", "))"])
                return selector
            }
        }
        router.post("review") { request, _ in
            try await reply(to: request) { question throws(WalletRefusal) in try desk.page(for: question, at: Self.now) }
        }
        router.post("answer") { request, _ in
            try await reply(to: request) { question throws(WalletRefusal) in
                Answer(data: .init(response: Base64URL.encode(try desk.answer(to: question, at: Self.now))))
            }
        }
        return router
    }

    private static var now: Instant { Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970.rounded(.down))) }

    private func reply<Reply: Encodable>(
        to request: Request, _ work: (PageRequest) throws(WalletRefusal) -> Reply
    ) async throws -> Response {
        guard request.headers[.contentType]?.hasPrefix("application/json") == true else { throw HTTPError(.unsupportedMediaType) }
        let body = try await request.body.collect(upTo: Self.maximumRequestBytes)
        guard JSONNesting.isBounded(body.readableBytesView),
            let question = try? JSONDecoder().decode(PageRequest.self, from: Data(body.readableBytesView))
        else {
            return try json(WalletRefusal(code: "request.malformed", sentence: "The request cannot be read."), status: .badRequest)
        }
        let reply: Reply
        do { reply = try work(question) } catch { return try json(error, status: .unprocessableContent) }
        return try json(reply)
    }

    private func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(value))))
    }
}
