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

    /// Whether an item has a salt, which is masked with its value, so that no hash of it tells the value.
    func isSalted(_ item: CBORNode) -> Bool {
        guard let salt = item.member("random"), salt.isBytes else { return false }
        return salt.body.count >= 16
    }

    /// Whether a hash of what was annotated since then tells no masked value. A hash of short values tells them; where lines ran out, nobody looked.
    ///
    /// - Parameter masks: how many masked values without a salt had been met before.
    func isHashable(since masks: Int = 0) -> Bool { tables == nil || !isFull && unsaltedMasks == masks }
}
