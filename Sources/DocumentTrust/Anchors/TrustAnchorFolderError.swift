/// Why a folder of trust anchors could not be loaded.
public struct TrustAnchorFolderError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file or folder.
    public let path: String
    /// What is wrong with it.
    public let reason: String

    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// Stable code of the error.
    public var code: String { "documents.trust" }

    /// The file and what is wrong with it.
    public var description: String { "\(path): \(reason)" }
}
