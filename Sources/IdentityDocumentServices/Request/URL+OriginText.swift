package import Foundation

extension URL {
    /// A page's origin as the transcript has it; one trailing slash is left off.
    package var originText: String { absoluteString.hasSuffix("/") ? String(absoluteString.dropLast()) : absoluteString }
}
