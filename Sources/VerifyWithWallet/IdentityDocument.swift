public import IdentityElements

/// What the wallet gave: an answer that the app's server can open, and nobody else.
public struct IdentityDocument: Sendable {
    /// The sealed answer. Send it to the server as it is.
    public let encryptedData: [UInt8]
    /// What was asked for and left out, since no legal basis for it was granted to this app.
    public let omittedElements: [IdentityElement]
}

extension IdentityDocument: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The size only.
    public var description: String { "identity document of \(encryptedData.count) bytes" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// No children, so nothing prints the answer by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
