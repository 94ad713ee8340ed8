import MobileDocument

/// The digests of an `IssuerSigned` and its items, gathered before it is annotated, since one stands behind the other.
struct DigestTable {
    struct Key: Hashable {
        let nameSpace: NameSpace
        let identifier: UInt64

        /// Namespaces are compared byte for byte.
        init(nameSpace: String, identifier: UInt64) {
            self.nameSpace = NameSpace(rawValue: nameSpace)
            self.identifier = identifier
        }
    }

    private(set) var algorithm: DigestAlgorithm?
    /// Nil where no mobile security object with digests could be read; empty where one has none.
    private(set) var digests: [Key: CBORNode]?
    /// The items that name a digest; several only where there is a fault.
    private(set) var items: [Key: [CBORNode]] = [:]

    init(of issuerSigned: CBORNode, in bytes: [UInt8]) {
        for entry in issuerSigned.member("nameSpaces")?.entries ?? [] {
            guard let nameSpace = entry.key.text else { continue }
            for item in entry.value?.elements ?? [] {
                guard let content = item.embeddedString?.body else { continue }
                var parser = TolerantParser(bytes, content)
                guard let inner = parser.parse(depth: 0), case .unsigned(let identifier)? = inner.member("digestID")?.content else { continue }
                items[Key(nameSpace: nameSpace, identifier: identifier), default: []].append(inner)
            }
        }
        guard let parts = issuerSigned.member("issuerAuth")?.untagged.elements, parts.count > 2, parts[2].isBytes else { return }
        var payload = TolerantParser(bytes, parts[2].body)
        guard let content = payload.parse(depth: 0)?.embeddedString?.body else { return }
        var parser = TolerantParser(bytes, content)
        guard let object = parser.parse(depth: 0) else { return }
        read(object)
    }

    private mutating func read(_ object: CBORNode) {
        algorithm = object.member("digestAlgorithm")?.text.flatMap(DigestAlgorithm.init(rawValue:))
        // Of one that is cut off before the first nobody knows what it has.
        guard let table = object.member("valueDigests"), let entries = table.entries, table.isComplete || !entries.isEmpty else { return }
        var digests: [Key: CBORNode] = [:]
        for entry in entries {
            guard let nameSpace = entry.key.text else { continue }
            for digest in entry.value?.entries ?? [] {
                guard case .unsigned(let identifier) = digest.key.content, let value = digest.value, value.isBytes else { continue }
                digests[Key(nameSpace: nameSpace, identifier: identifier)] = value
            }
        }
        self.digests = digests
    }
}
