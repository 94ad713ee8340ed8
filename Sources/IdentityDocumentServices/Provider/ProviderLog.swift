import Foundation

/// What a provider's process says of itself: on standard error, which a broker keeps as the provider's log. Nothing of requests and documents.
enum ProviderLog {
    /// Writes a line.
    static func note(_ sentence: String) { try? FileHandle.standardError.write(contentsOf: Data((sentence + "\n").utf8)) }
}
