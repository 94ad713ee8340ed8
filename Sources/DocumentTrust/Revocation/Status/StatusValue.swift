/// One entry of a status list. Everything but valid is refused, whatever an application may have meant by it.
public struct StatusValue: RawRepresentable, Sendable, Hashable {
    /// The number in the list.
    public let rawValue: UInt8

    /// Makes a value from its number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// In use.
    public static let valid = StatusValue(rawValue: 0)
    /// Revoked, for good.
    public static let invalid = StatusValue(rawValue: 1)
    /// Suspended, for now.
    public static let suspended = StatusValue(rawValue: 2)
}

extension StatusValue: CustomStringConvertible {
    /// The name, with the number where it has no name of its own.
    public var description: String {
        switch self {
        case .valid: "valid"
        case .invalid: "revoked"
        case .suspended: "suspended"
        default: "marked with status \(rawValue), which is not \"valid\""
        }
    }
}
