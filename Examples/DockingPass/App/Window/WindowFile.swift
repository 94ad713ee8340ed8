import PageKit

/// A file that the page loads. All of them are compiled in, so that a registrar's grant for the program is one for its page.
struct WindowFile: Sendable {
    let mediaType: String
    let bytes: [UInt8]

    /// The file of a name. The name is compared, never used as a path.
    static func named(_ name: String) -> WindowFile? { all[name] }

    private static let all = [
        "window.css": WindowFile(mediaType: "text/css; charset=utf-8", bytes: PackageResources.window_css),
        "window.js": WindowFile(mediaType: "text/javascript; charset=utf-8", bytes: PackageResources.window_js),
        "mark.svg": WindowFile(mediaType: "image/svg+xml", bytes: PackageResources.mark_svg),
        KitFile.module.name: WindowFile(mediaType: KitFile.module.mediaType, bytes: KitFile.module.bytes),
    ]
}
