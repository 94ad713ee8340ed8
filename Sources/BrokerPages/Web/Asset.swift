import Crypto
import Foundation

/// A file that pages load, compiled in.
struct Asset: Sendable {
    /// A word of this run of the program, by which its pages name their files: whoever served pages under the wallet's name before could not
    /// know it, and so has left no file of that name in a browser's cache.
    static let run = UUID().uuidString

    static let pageStyle = Asset("wallet.css", style, PackageResources.wallet_css)
    static let sheetStyle = Asset("sheet.css", style, PackageResources.sheet_css)
    static let relay = Asset("relay.js", script, PackageResources.relay_js)
    static let window = Asset("window.js", script, PackageResources.window_js)
    /// The answer to a browser that looks for a newer version of a service worker. The pages have none: it is somebody else's.
    static let worker = Asset("worker.js", script, PackageResources.worker_js)

    private static let style = "text/css; charset=utf-8"
    private static let script = "text/javascript; charset=utf-8"

    let path: String
    let mediaType: String
    let bytes: [UInt8]
    /// The digest by which a page takes this file and no other, also where a service worker that somebody left answers in the broker's place.
    let integrity: String

    private init(_ name: String, _ mediaType: String, _ bytes: [UInt8]) {
        path = "/assets/\(Self.run)/\(name)"
        self.mediaType = mediaType
        self.bytes = bytes
        integrity = "sha256-" + Data(SHA256.hash(data: bytes)).base64EncodedString()
    }

    /// The file of a path. The path is compared, never used as one.
    static func at(_ path: String) -> Asset? { all[path] }

    private static let all = Dictionary(uniqueKeysWithValues: [pageStyle, sheetStyle, relay, window].map { ($0.path, $0) })
}
