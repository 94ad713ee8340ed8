import IdentityElements

/// A restricted element of a form and the law by which it may be asked for.
public struct LegalBasis: Sendable, Hashable, Codable {
    /// Its namespace.
    public let nameSpace: String
    /// Its identifier.
    public let element: String
    /// The law.
    public let law: String

    /// Names one.
    public init(nameSpace: String, element: String, law: String) {
        self.nameSpace = nameSpace
        self.element = element
        self.law = law
    }

    /// The element as tables name it.
    var name: ElementName { ElementName(nameSpace, element) }
}
