package import NIOHTTP1

/// What a server answers.
package enum WebAnswer: Sendable {
    /// A whole answer.
    case content([UInt8], status: HTTPResponseStatus = .ok, headers: [String: String] = [:])
    /// An answer that breaks off before the length it announced.
    case broken([UInt8], announced: Int)
    /// A body without an end.
    case endless
    /// A head, and then nothing.
    case stalled
    /// Nothing at all.
    case silence

    /// A redirect.
    package static func redirect(to location: String, _ status: HTTPResponseStatus = .found) -> WebAnswer {
        .content([], status: status, headers: ["location": location])
    }
}
