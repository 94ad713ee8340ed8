public import IdentityElements

/// The elements known for a namespace, with their types and names: its table, in the types of this module.
///
/// A catalogue informs people and issuers; an element it does not know is still requested, released and verified.
public struct ElementCatalogue: Sendable {
    /// The namespace.
    public let nameSpace: NameSpace
    /// Whether only the table's elements may stand in it; other namespaces are open to more.
    public var isClosed: Bool { table.isClosed }
    /// The elements, in the table's order.
    public let definitions: [ElementDefinition]
    private let table: ElementTable

    init(_ table: ElementTable) {
        let nameSpace = NameSpace(rawValue: table.nameSpace)
        self.nameSpace = nameSpace
        self.table = table
        definitions = table.entries.map { ElementDefinition(nameSpace, $0) }
    }

    /// The definition of an element; families such as `age_over_NN` included.
    public func definition(of identifier: ElementIdentifier) -> ElementDefinition? {
        table.entry(of: identifier.rawValue).map { ElementDefinition(nameSpace, $0) }
    }

    /// The catalogue of a namespace in tables of somebody's own; nil where they do not know it.
    public init?(of nameSpace: NameSpace, in tables: ElementTables) {
        guard let table = Self.table(of: nameSpace, in: tables) else { return nil }
        self.init(table)
    }

    /// The built-in catalogue of a namespace; nil where no table knows it.
    public static func of(_ nameSpace: NameSpace) -> ElementCatalogue? { builtIn[nameSpace] }

    /// All built-in catalogues, by the names of their namespaces.
    public static var all: [ElementCatalogue] { builtIn.values.sorted { $0.nameSpace.rawValue < $1.nameSpace.rawValue } }

    private static let builtIn = Dictionary(
        ElementTables.builtIn.nameSpaces.values.map { (NameSpace(rawValue: $0.nameSpace), ElementCatalogue($0)) }, uniquingKeysWith: { first, _ in first })

    /// Tables are ASCII, which alone is compared by its bytes, as namespaces are.
    private static func table(of nameSpace: NameSpace, in tables: ElementTables) -> ElementTable? {
        nameSpace.rawValue.utf8.allSatisfy { $0 < 0x80 } ? tables.nameSpaces[nameSpace.rawValue] : nil
    }

    /// The name people see for an element in their language; its identifier where no catalogue knows it, never nothing.
    public static func displayName(
        of element: ElementReference, in language: DisplayLanguage = .english, from tables: ElementTables = .builtIn
    ) -> String {
        table(of: element.nameSpace, in: tables)?.entry(of: element.identifier.rawValue)?.displayName(in: language) ?? element.identifier.rawValue
    }

    /// The name people see for a namespace in their language; its identifier where no table names it, never nothing.
    public static func displayName(
        of nameSpace: NameSpace, in language: DisplayLanguage = .english, from tables: ElementTables = .builtIn
    ) -> String {
        table(of: nameSpace, in: tables)?.displayName(in: language) ?? nameSpace.rawValue
    }
}

extension ElementName {
    /// The name of an element as tables write it.
    public init(_ reference: ElementReference) { self.init(reference.nameSpace.rawValue, reference.identifier.rawValue) }
}

extension ElementReference {
    /// The element of a table's name.
    public init(_ name: ElementName) { self.init(NameSpace(rawValue: name.nameSpace), ElementIdentifier(rawValue: name.identifier)) }
}
