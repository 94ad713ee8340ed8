import Foundation
import Hummingbird

/// A file of the wallet's page.
struct WalletAsset: Sendable {
    static let page = WalletAsset(file: "wallet.html", mediaType: "text/html; charset=utf-8")
    static let styles = WalletAsset(file: "wallet.css", mediaType: "text/css; charset=utf-8")
    static let script = WalletAsset(file: "wallet.js", mediaType: "text/javascript; charset=utf-8")

    private let file: String
    private let mediaType: String

    /// The file as an answer.
    func response() throws -> Response {
        let path = Bundle.module.bundleURL.appendingPathComponent("Resources").appendingPathComponent(file).path
        guard let content = FileManager.default.contents(atPath: path) else { throw HTTPError(.notFound) }
        return Response(status: .ok, headers: [.contentType: mediaType], body: ResponseBody(byteBuffer: ByteBuffer(bytes: content)))
    }
}
