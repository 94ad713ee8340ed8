/// Why a registrar refuses: what is wrong and how to mend it. Equal when the codes are.
public struct RegistrarError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of the error.
    public let code: Code
    /// What is wrong, in lower case and without a full stop.
    public let reason: String
    /// How to mend it.
    public let remedy: String

    /// Describes an error.
    public init(_ code: Code, _ reason: String, mend remedy: String) {
        self.code = code
        self.reason = reason
        self.remedy = remedy
    }

    /// Code, reason and remedy, as a log line would show them.
    public var description: String { "\(code.rawValue): \(reason); \(remedy)" }

    /// Equal when the codes are.
    public static func == (lhs: RegistrarError, rhs: RegistrarError) -> Bool { lhs.code == rhs.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
