#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Colours, where the reader is a terminal that wants them (https://no-color.org).
struct Ink {
    /// A way to set text.
    enum Style: String {
        case plain = ""
        case bold = "1"
        case faint = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
    }

    private let isColoured: Bool

    /// Decides for a descriptor.
    init(for descriptor: FileDescriptor) {
        let environment = ProcessInfo.processInfo.environment
        isColoured = descriptor.isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// Sets text.
    func set(_ text: String, _ style: Style) -> String {
        isColoured && style != .plain && !text.isEmpty ? "\u{1b}[\(style.rawValue)m\(text)\u{1b}[0m" : text
    }
}
