public import IdentityElements

/// What a wallet gives an app.
public struct WalletAnswer: Sendable, Hashable {
    /// The sealed answer.
    public let encryptedData: [UInt8]
    /// What was asked for and left out, since no legal basis for it was granted.
    public let omittedElements: [IdentityElement]

    /// Takes an answer.
    public init(encryptedData: [UInt8], omittedElements: [IdentityElement] = []) {
        self.encryptedData = encryptedData
        self.omittedElements = omittedElements
    }
}

extension WalletAnswer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The size only.
    public var description: String { "answer of \(encryptedData.count) bytes" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// No children, so nothing prints the answer by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
