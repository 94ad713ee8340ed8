/// One annotated item: where it stands, what it is called and what it says.
///
/// Texts are bounded, on one line and free of control characters, so they can be printed as they are.
public struct InspectionLine: Sendable, Hashable, Encodable {
    /// Offset of the item's first byte in the inspected bytes; for a map entry that of its value.
    public let offset: Int
    /// Number of bytes of the item.
    public let length: Int
    /// Nesting, 0 for the whole.
    public let depth: Int
    /// The item's name in the structure around it; empty for the whole, `✗` where something breaks.
    public let label: String
    /// What it is or says.
    public let text: String
    /// More about it, such as hashes; one sentence or number for each entry.
    public internal(set) var details: [String]

    static let breakLabel = "✗"

    /// Whether the line is no item but the place where reading ended or bytes are left over.
    public var isBreak: Bool { label == Self.breakLabel }
}
