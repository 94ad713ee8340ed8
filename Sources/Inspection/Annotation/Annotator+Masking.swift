import IdentityElements

/// Which values are masked: those of elements that the tables call restricted by law, and those of which nobody can tell the element.
extension Annotator {
    /// Whether the value of an element is masked.
    ///
    /// - Parameters:
    ///   - identifier: nil where it cannot be read.
    ///   - nameSpace: nil where it is not known; then an element counts that is restricted in any.
    func isMasked(_ identifier: String?, in nameSpace: String?) -> Bool {
        guard let tables else { return false }
        guard let identifier else { return true }
        guard let nameSpace else { return restrictingTables.contains { $0.entry(of: identifier)?.sensitivity == .restricted } }
        return tables.sensitivity(of: ElementName(nameSpace, identifier)) == .restricted
    }

    /// Whether the value of an item is masked. One that is cut off before the end of its name has none; of two names readers may believe either.
    func isMasked(item node: CBORNode, in nameSpace: String?) -> Bool {
        let names = (node.entries ?? []).filter { $0.key.text == "elementIdentifier" }.map { $0.value?.completeText }
        return names.isEmpty ? isMasked(nil, in: nameSpace) : names.contains { isMasked($0, in: nameSpace) }
    }

    /// Whether any element in these namespaces is masked.
    func holdsMasked(_ nameSpaces: CBORNode) -> Bool {
        (nameSpaces.entries ?? []).contains { nameSpace in
            (nameSpace.value?.entries ?? []).contains { isMasked($0.key.text, in: nameSpace.key.text) }
        }
    }
}
