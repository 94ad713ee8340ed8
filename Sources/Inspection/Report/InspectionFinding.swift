/// Something in the inspected bytes that is broken, unusual or worth knowing.
public struct InspectionFinding: Sendable, Hashable, Encodable {
    /// How much it matters.
    public enum Severity: String, Sendable, Hashable, Encodable {
        /// Readers will refuse it.
        case error
        /// A deviation from the standards, which some readers refuse.
        case warning
        /// Worth knowing, nothing wrong.
        case note
    }

    /// How much it matters.
    public let severity: Severity
    /// A stable name, such as `cbor.duplicate-key` or `x5chain.array-of-one`.
    public let code: String
    /// The byte it is about; nil where no single one is.
    public let offset: Int?
    /// One sentence.
    public let message: String
}
