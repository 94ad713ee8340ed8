/// All element and document tables there are: those of this package, and those somebody adds as data.
///
/// ```swift
/// let tables = try ElementTables.builtIn.adding(text)
/// ```
///
/// A table is text: lines of cells between `|`. `namespace | NAME | open or closed` begins a namespace, with `| ENGLISH | JAPANESE | KOREAN |
/// PORTUGUESE` at its end where people shall see another name than this; each `element | IDENTIFIER | TYPE | M or O | SENSITIVITY | ENGLISH |
/// JAPANESE | KOREAN | PORTUGUESE` after it describes an element. `document | TYPE | KIND | REGION or - | ENGLISH | JAPANESE | KOREAN | PORTUGUESE`
/// begins a type of document; `word | WORD | NAMESPACE | IDENTIFIERS` says what a word brings, and `group | NAME | WORDS` what is granted together.
/// Lines that begin with `#` are remarks.
public struct ElementTables: Sendable, Hashable {
    /// The namespaces' tables, by name.
    public private(set) var nameSpaces: [String: ElementTable] = [:]
    /// The documents' tables, by type.
    public private(set) var documents: [String: DocumentTable] = [:]

    /// No tables.
    public init() {}

    /// The tables of this package.
    public static let builtIn = BuiltInTables.texts.reduce(ElementTables()) { tables, text in
        // That all of them can be read is for the tests to say; a table that could not would only leave its names unknown.
        (try? tables.adding(String(decoding: text, as: UTF8.self))) ?? tables
    }

    /// These tables and those of a text, which may hold any number of sections but none that is there already.
    public func adding(_ text: String) throws(ElementTableError) -> ElementTables {
        var tables = self
        var reader = ElementTableReader()
        try reader.read(text)
        for table in reader.nameSpaces where tables.nameSpaces.updateValue(table, forKey: table.nameSpace) != nil {
            throw ElementTableError(line: 0, "the namespace \(table.nameSpace) has a table already")
        }
        for table in reader.documents where tables.documents.updateValue(table, forKey: table.docType) != nil {
            throw ElementTableError(line: 0, "the document type \(table.docType) has a table already")
        }
        return tables
    }

    /// The entry of an element; nil where no table knows it.
    public func entry(of name: ElementName) -> ElementTable.Entry? { nameSpaces[name.nameSpace]?.entry(of: name.identifier) }

    /// The name people see for an element; its identifier where no table knows it, never nothing.
    public func displayName(of name: ElementName, in language: DisplayLanguage) -> String {
        entry(of: name)?.displayName(in: language) ?? name.identifier
    }

    /// The name people see for a type of document; its identifier where no table knows it, never nothing.
    public func displayName(ofDocument docType: String, in language: DisplayLanguage) -> String {
        documents[docType]?.displayName(in: language) ?? docType
    }

    /// How much care an element needs; what nobody knows is taken to be about a person.
    public func sensitivity(of name: ElementName) -> ElementSensitivity { entry(of: name)?.sensitivity ?? .personal }

    /// The types of document of a kind, such as `national-id-card` with the region `JP`.
    public func documents(ofKind kind: String, region: String? = nil) -> [DocumentTable] {
        documents.values.filter { $0.kind == kind && $0.region == region }.sorted { $0.docType < $1.docType }
    }
}
