import MobileDocument

/// What the extension is told (docs/extension.md, Messages).
enum HostMessage: Sendable, Hashable {
    /// A broker is there.
    case pong
    /// The address of the window in which the person decides.
    case window(String)
    /// Give the request again.
    case pull
    /// The encrypted response; the end.
    case response([UInt8])
    /// There is none; the end. With the code of the rule that an invalid request breaks.
    case ended(EndReason, code: String? = nil)

    private static let version = 1

    /// The message in JSON.
    var text: [UInt8] {
        var text = JSONText()
        text.object { text in
            switch self {
            case .pong:
                text.member("type", "pong")
                text.member("version", Self.version)
            case .window(let url):
                text.member("type", "window")
                text.member("url", url)
            case .pull: text.member("type", "pull")
            case .response(let response):
                text.member("type", "response")
                text.name("response")
                text.base64URL(response[...])
            case .ended(let reason, let code):
                text.member("type", "ended")
                text.member("reason", reason.rawValue)
                text.member("code", code)
            }
        }
        return text.bytes
    }
}
