/// A data element by its namespace and identifier, as requests and answers write them.
///
/// Tables hold visible ASCII only, in which equal text is equal bytes.
public struct ElementName: Hashable, Sendable, CustomStringConvertible {
    /// The namespace, such as `org.iso.18013.5.1`.
    public let nameSpace: String
    /// The element's identifier in it, such as `family_name`.
    public let identifier: String

    /// Names an element.
    public init(_ nameSpace: String, _ identifier: String) {
        self.nameSpace = nameSpace
        self.identifier = identifier
    }

    /// `namespace/identifier`.
    public var description: String { "\(nameSpace)/\(identifier)" }
}
