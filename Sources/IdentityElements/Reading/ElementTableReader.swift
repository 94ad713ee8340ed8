/// Reads tables, and refuses what it does not understand by the number of its line.
struct ElementTableReader {
    private(set) var nameSpaces: [ElementTable] = []
    private(set) var documents: [DocumentTable] = []

    private var section = Section.none
    private var line = 0

    private static let maximumBytes = 65_536
    private static let maximumIdentifierBytes = 256

    private enum Section {
        case none
        case nameSpace(identifiers: [String], isClosed: Bool, names: [String], entries: [ElementTable.Entry])
        case document(DocumentDraft)
    }

    /// A document's table while it is read.
    private struct DocumentDraft {
        let docTypes: [String]
        let kind: String
        let region: String?
        let names: [String]
        var words: [String] = []
        var elements: [String: [ElementName]] = [:]
        var groups: [String: Set<String>] = [:]
    }

    mutating func read(_ text: String) throws(ElementTableError) {
        guard text.utf8.count <= Self.maximumBytes else { throw ElementTableError(line: 0, "a table has \(Self.maximumBytes) bytes at most") }
        for row in text.tableLines {
            line += 1
            let cells = row.split(separator: "|", omittingEmptySubsequences: false).map(Self.trimmed)
            guard cells != [""], !cells[0].hasPrefix("#") else { continue }
            guard !cells.contains("") else { throw fault("a cell is empty") }
            try read(cells)
        }
        try close()
        guard !nameSpaces.isEmpty || !documents.isEmpty else { throw ElementTableError(line: 0, "there is neither a namespace nor a document") }
    }

    private mutating func read(_ cells: [String]) throws(ElementTableError) {
        switch cells[0] {
        case "namespace": try beginNameSpace(cells)
        case "document": try beginDocument(cells)
        case "element": try addElement(cells)
        case "word": try addWord(cells)
        case "group": try addGroup(cells)
        default: throw fault("it begins with neither namespace, element, document, word nor group")
        }
    }

    // MARK: Namespaces

    private mutating func beginNameSpace(_ cells: [String]) throws(ElementTableError) {
        try close()
        if cells.count != 3 { try require(cells, 3 + DisplayLanguage.allCases.count) }
        guard ["open", "closed"].contains(cells[2]) else { throw fault("a namespace is open or closed to other elements") }
        section = .nameSpace(identifiers: try identifiers(cells[1]), isClosed: cells[2] == "closed", names: Array(cells[3...]), entries: [])
    }

    private mutating func addElement(_ cells: [String]) throws(ElementTableError) {
        try require(cells, 5 + DisplayLanguage.allCases.count)
        guard case .nameSpace(let identifiers, let isClosed, let names, var entries) = section else {
            throw fault("an element stands in no namespace")
        }
        guard let type = ElementType(rawValue: cells[2]) else { throw fault("there is no type \"\(cells[2])\"") }
        guard ["M", "O"].contains(cells[3]) else { throw fault("M is for mandatory, O for optional") }
        guard let sensitivity = ElementSensitivity(rawValue: cells[4]) else { throw fault("there is no sensitivity \"\(cells[4])\"") }
        let identifier = try identifier(cells[1])
        guard !entries.contains(where: { $0.identifier == identifier }) else { throw fault("\(identifier) stands here twice") }
        entries.append(
            ElementTable.Entry(
                identifier: identifier, type: type, isMandatory: cells[3] == "M", sensitivity: sensitivity, names: Array(cells[5...])))
        section = .nameSpace(identifiers: identifiers, isClosed: isClosed, names: names, entries: entries)
    }

    // MARK: Documents

    private mutating func beginDocument(_ cells: [String]) throws(ElementTableError) {
        try close()
        try require(cells, 4 + DisplayLanguage.allCases.count)
        section = .document(
            DocumentDraft(
                docTypes: try identifiers(cells[1]), kind: try identifier(cells[2]), region: cells[3] == "-" ? nil : try identifier(cells[3]),
                names: Array(cells[4...])))
    }

    private mutating func addWord(_ cells: [String]) throws(ElementTableError) {
        try require(cells, 4)
        guard case .document(var draft) = section else { throw fault("a word stands in no document") }
        let (word, nameSpace) = (try identifier(cells[1]), try identifier(cells[2]))
        let names = try identifiers(cells[3]).map { ElementName(nameSpace, $0) }
        if draft.elements[word] == nil { draft.words.append(word) }
        draft.elements[word, default: []] += names
        section = .document(draft)
    }

    private mutating func addGroup(_ cells: [String]) throws(ElementTableError) {
        try require(cells, 3)
        guard case .document(var draft) = section else { throw fault("a group stands in no document") }
        let words = try identifiers(cells[2])
        if let stray = words.first(where: { draft.elements[$0] == nil }) { throw fault("the document has no word \"\(stray)\"") }
        guard draft.groups.updateValue(Set(words), forKey: try identifier(cells[1])) == nil else { throw fault("\(cells[1]) stands here twice") }
        section = .document(draft)
    }

    // MARK: Steps

    /// Ends the section that is read.
    private mutating func close() throws(ElementTableError) {
        switch section {
        case .none: break
        case .nameSpace(let identifiers, let isClosed, let names, let entries):
            guard !entries.isEmpty else { throw fault("the namespace before it has no elements") }
            nameSpaces += identifiers.map { ElementTable($0, isClosed: isClosed, names: names, entries: entries) }
        case .document(let draft):
            guard !draft.words.isEmpty else { throw fault("the document before it has no words") }
            documents += draft.docTypes.map { docType in
                DocumentTable(
                    docType: docType, kind: draft.kind, region: draft.region, words: draft.words, groups: draft.groups, elements: draft.elements,
                    names: draft.names)
            }
        }
        section = .none
    }

    private func require(_ cells: [String], _ count: Int) throws(ElementTableError) {
        guard cells.count == count else { throw fault("\(cells[0]) wants \(count) cells, here are \(cells.count)") }
    }

    private func identifiers(_ cell: String) throws(ElementTableError) -> [String] {
        var found: [String] = []
        for part in cell.split(separator: " ") { found.append(try identifier(String(part))) }
        return found
    }

    private func identifier(_ text: String) throws(ElementTableError) -> String {
        guard text.utf8.count <= Self.maximumIdentifierBytes, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw fault("an identifier is visible ASCII without spaces, \(Self.maximumIdentifierBytes) bytes at most")
        }
        return text
    }

    private func fault(_ reason: String) -> ElementTableError { ElementTableError(line: line, reason) }

    private static func trimmed(_ cell: Substring) -> String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
        let begun = cell.drop(while: isBlank)
        return String(begun.reversed().drop(while: isBlank).reversed())
    }
}
