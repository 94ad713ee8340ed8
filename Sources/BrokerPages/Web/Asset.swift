/// A file that pages load, compiled in.
struct Asset: Sendable {
    let mediaType: String
    let bytes: [UInt8]

    /// The file of a name. The name is compared, never used as a path.
    static func named(_ name: String) -> Asset? { all[name] }

    private static let all = [
        "wallet.css": Asset(mediaType: "text/css; charset=utf-8", bytes: PackageResources.wallet_css),
        "sheet.css": Asset(mediaType: "text/css; charset=utf-8", bytes: PackageResources.sheet_css),
        "relay.js": Asset(mediaType: "text/javascript; charset=utf-8", bytes: PackageResources.relay_js),
        "window.js": Asset(mediaType: "text/javascript; charset=utf-8", bytes: PackageResources.window_js),
    ]
}
