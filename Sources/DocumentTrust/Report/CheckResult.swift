public import MobileDocument

/// One line of a verification report.
public struct CheckResult: Sendable, Hashable {
    /// Which check.
    public let identifier: CheckIdentifier
    /// How it ended.
    public let outcome: CheckOutcome
    /// Position of the document it is about, from 0; nil for the response as a whole.
    public let document: Int?
    /// The namespace it is about.
    public let nameSpace: NameSpace?
    /// The element it is about.
    public let element: ElementIdentifier?
    /// One sentence; always present unless the check passed. Holds no element values.
    public let reason: String?
}
