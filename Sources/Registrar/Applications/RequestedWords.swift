public import IdentityElements

/// What an app wants to ask of one type of document: groups and single words. Only words of the type's table count.
public struct RequestedWords: Sendable, Hashable {
    /// The type of document.
    public let docType: String
    /// Groups of words.
    public let groups: [String]
    /// Single words.
    public let words: [String]

    /// Every word, those of groups included.
    ///
    /// - Throws: ``RegistrarError`` `registrar.application.documents`, naming the type, group or word that no table has.
    public func granted(by tables: ElementTables) throws(RegistrarError) -> Set<String> {
        guard let document = tables.documents[docType] else { throw Self.unknown("type of document", docType) }
        var granted: Set<String> = []
        for word in words {
            guard document.words.contains(word) else { throw Self.unknown("word of \(docType)", word) }
            granted.insert(word)
        }
        for name in groups {
            guard let group = document.groups[name] else { throw Self.unknown("group of \(docType)", name) }
            granted.formUnion(group)
        }
        return granted
    }

    private static func unknown(_ kind: String, _ name: String) -> RegistrarError {
        RegistrarError(.applicationDocuments, "there is no \(kind) \"\(name)\"", mend: "see docs/in-app.md for groups and words, or add a table for the document")
    }
}
