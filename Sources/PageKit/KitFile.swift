import Crypto

/// One file of the page kit, as a server hands it out.
///
/// The files are compiled into the program (`.embedInCode`), not copied beside it: the server stays one file that can be moved
/// and linked statically, nothing is looked up when it runs, and Foundation's `Bundle` is not needed.
///
/// ```swift
/// guard let file = KitFile.named("verify-identity.js") else { return notFound }
/// response.headers[.contentType] = file.mediaType
/// response.headers[.eTag] = file.entityTag
/// ```
public struct KitFile: Sendable {
    /// The name under which pages and type checkers look for it, such as `verify-identity.js`.
    public let name: String
    /// The value of the `Content-Type` header. Send `X-Content-Type-Options: nosniff` beside it.
    public let mediaType: String
    /// The content, as it is sent.
    public let bytes: [UInt8]
    /// A strong entity tag (RFC 9110, 8.8.3), quotes included: equal tags mean equal bytes, in every build and process.
    public let entityTag: String

    init(name: String, mediaType: String, bytes: [UInt8]) {
        self.name = name
        self.mediaType = mediaType
        self.bytes = bytes
        self.entityTag = Self.entityTag(of: bytes)
    }

    /// The ES module: `verifyIdentity(...)` and `<verify-identity-button>`.
    public static let module = KitFile(
        name: "verify-identity.js", mediaType: "text/javascript; charset=utf-8", bytes: PackageResources.verify_identity_js)

    /// The module's type declarations. TypeScript has no registered media type, so they travel as text.
    public static let typeDeclarations = KitFile(
        name: "verify-identity.d.ts", mediaType: "text/plain; charset=utf-8", bytes: PackageResources.verify_identity_d_ts)

    /// Every file of the kit.
    public static let all = [module, typeDeclarations]

    /// The file with exactly this name, or nil. The name is compared, never used as a path.
    public static func named(_ name: String) -> KitFile? {
        all.first { $0.name == name }
    }

    static func entityTag(of bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef")
        var tag = "\""
        for byte in SHA256.hash(data: bytes).prefix(16) {
            tag.append(digits[Int(byte >> 4)])
            tag.append(digits[Int(byte & 15)])
        }
        return tag + "\""
    }
}
