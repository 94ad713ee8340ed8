import IdentityElements

/// What people call types of documents and their elements: what the tables say, those that somebody has installed included.
struct DisplayNames: Sendable {
    private let tables: ElementTables
    private let language: Language

    init(tables: ElementTables, in language: Language) {
        self.tables = tables
        self.language = language
    }

    /// A type's name; its identifier if nobody has given it one, so that nothing is hidden.
    func name(of type: String) -> String { tables.displayName(ofDocument: type, in: language) }

    /// An element's name; its identifier if nobody has given it one.
    func name(ofElement identifier: String, in nameSpace: String) -> String {
        tables.displayName(of: ElementName(nameSpace, identifier), in: language)
    }

    /// The names of several types, in order, each once.
    func list(_ types: [String]) -> String {
        var seen: Set<String> = []
        return types.map(name(of:)).filter { seen.insert($0).inserted }.joined(separator: " · ")
    }
}
