/// One mistake in a configuration: which key, what is wrong, how to mend it. Holds no secret value.
public struct ConfigurationMistake: Sendable, Hashable, CustomStringConvertible {
    /// The key, such as `reader.main.key-file`.
    public let key: String
    /// What is wrong and how to mend it.
    public let reason: String

    package init(key: String, reason: String) {
        self.key = key
        self.reason = reason
    }

    /// `key: reason`.
    public var description: String { "\(key): \(reason)" }
}
