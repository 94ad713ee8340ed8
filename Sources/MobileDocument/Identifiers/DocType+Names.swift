public import IdentityElements

extension DocType {
    /// The name people see for a type of document in their language; its identifier where no table knows it, never nothing.
    public func displayName(in language: DisplayLanguage, from tables: ElementTables = .builtIn) -> String {
        tables.displayName(ofDocument: rawValue, in: language)
    }
}
