import IdentityElements

/// What people call types of documents: what the tables say, those that somebody has installed included.
struct DocumentTypeNames: Sendable {
    private let tables: ElementTables
    private let language: DisplayLanguage

    init(tables: ElementTables, in language: Language) {
        self.tables = tables
        self.language = DisplayLanguage(tag: language.rawValue)
    }

    /// A type's name; its identifier if nobody has given it one, so that nothing is hidden.
    func name(of type: String) -> String { tables.displayName(ofDocument: type, in: language) }

    /// The names of several types, in order, each once.
    func list(_ types: [String]) -> String {
        var seen: Set<String> = []
        return types.map(name(of:)).filter { seen.insert($0).inserted }.joined(separator: " · ")
    }
}
