/// Why something could not be issued: a name, a period, an address or a key that the profile does not allow.
///
/// The code is stable and meant for programs; the reason is one English sentence for people and may change between
/// versions. Neither ever contains key material.
public struct IssuingError: Error, Sendable, Hashable {
    /// The kind of failure, stable between versions.
    public let code: Code
    /// What was wrong, in one sentence for an operator or a log.
    public let reason: String

    /// Makes an error from its two parts.
    ///
    /// - Parameters:
    ///   - code: the kind of failure.
    ///   - reason: one sentence that names the offending value; never key material.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}

extension IssuingError: CustomStringConvertible {
    /// The code followed by the reason, as a log line would show them.
    public var description: String { "\(code): \(reason)" }
}
