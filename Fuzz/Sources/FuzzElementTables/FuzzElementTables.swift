import FuzzSupport
import IdentityElements

/// Tables of documents and issuers that somebody has installed, and numbers that people have.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: input(start, count), as: UTF8.self)
    if let tables = try? ElementTables().adding(text) {
        if !tables.nameSpaces.isEmpty || !tables.documents.isEmpty { law((try? tables.adding(text)) == nil, "a table is taken twice") }
        for language in DisplayLanguage.allCases {
            for docType in tables.documents.keys { law(!tables.displayName(ofDocument: docType, in: language).isEmpty, "a document without a name") }
            for table in tables.nameSpaces.values {
                for entry in table.entries { law(!entry.displayName(in: language).isEmpty, "an element without a name") }
            }
        }
    }
    // Beside the built-in ones, none of which may change.
    if let tables = try? ElementTables.builtIn.adding(text) {
        law(ElementTables.builtIn.documents.allSatisfy { tables.documents[$0.key] == $0.value }, "a built-in document is another")
        law(ElementTables.builtIn.nameSpaces.allSatisfy { tables.nameSpaces[$0.key] == $0.value }, "a built-in namespace is another")
    }
    _ = try? IssuerDirectory(text)
    _ = MyNumber(text)
    _ = MunicipalityCode(text)
    return 0
}
