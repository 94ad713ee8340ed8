/// One element of a catalogue.
public struct ElementDefinition: Sendable, Hashable {
    /// Which element.
    public let reference: ElementReference
    /// What its value is.
    public let type: ElementType
    /// Whether every document of the type has it; not whether it must be released.
    public let isMandatory: Bool
    /// Its name for people, in English.
    public let displayName: String
}
