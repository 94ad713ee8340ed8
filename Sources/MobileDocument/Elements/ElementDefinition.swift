public import IdentityElements

/// One element of a catalogue.
public struct ElementDefinition: Sendable, Hashable {
    /// Which element.
    public let reference: ElementReference
    /// What its value is.
    public let type: ElementType
    /// Whether every document of the type has it; not whether it must be released.
    public let isMandatory: Bool
    /// How much care it needs.
    public let sensitivity: ElementSensitivity
    /// Its name for people, in English.
    public let displayName: String

    init(_ nameSpace: NameSpace, _ entry: ElementTable.Entry) {
        reference = ElementReference(nameSpace, ElementIdentifier(rawValue: entry.identifier))
        type = entry.type
        isMandatory = entry.isMandatory
        sensitivity = entry.sensitivity
        displayName = entry.displayName(in: .english)
    }
}
