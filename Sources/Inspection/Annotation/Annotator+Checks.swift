import CBOR
import IdentityElements
import MobileDocument

extension Annotator {
    // MARK: Dates and numbers

    mutating func check(_ node: CBORNode, _ meaning: ScalarMeaning) {
        switch meaning {
        case .dateTime: checkDate(node)
        case .digestIdentifier: checkDigestIdentifier(node)
        case .random:
            if node.isBytes, node.isComplete, node.body.count < 16 {
                find(
                    .warning, "item.random-short", at: node.offset, "random has \(node.body.count) bytes, at least 16 are required")
            }
        case .digestAlgorithm:
            if let name = node.text, DigestAlgorithm(rawValue: name) == nil {
                find(
                    .error, "mso.digest-algorithm", at: node.offset, "\(SafeText.quoted(name)) is none of SHA-256, SHA-384, SHA-512"
                )
            }
        case .nonce:
            if node.isBytes, node.isComplete, node.body.count < 16 {
                find(.error, "nonce.short", at: node.offset, "the nonce has \(node.body.count) bytes, at least 16 are required")
            }
        case .point:
            if node.isBytes, node.isComplete, node.body.count != 65 || bytes[node.body.lowerBound] != 4 {
                find(.error, "point.form", at: node.offset, "not an uncompressed P-256 point of 65 bytes")
            }
        case .responseStatus:
            if case .unsigned(let value) = node.content, value != 0 {
                find(.warning, "response.status", at: node.offset, "the status is not 0 (OK)")
            }
        case .algorithm:
            if let identifier = node.integer, COSENames.algorithm(identifier) == nil {
                find(.warning, "cose.algorithm-unknown", at: node.offset, "\(identifier) is no algorithm an mdoc may use")
            }
        default: break
        }
    }

    private mutating func checkDate(_ node: CBORNode) {
        switch node.content {
        case .tag(0, let inner?) where inner.text != nil:
            // Fraction and offset are looked at where the tag is walked.
            if let text = inner.text { checkIsDateTime(text, at: node.offset) }
        case .text(let text):
            find(.warning, "date.untagged", at: node.offset, "a date as plain text; it belongs under tag 0")
            checkIsDateTime(text, at: node.offset)
            checkDateText(text, at: node.offset)
        default: find(.error, "date.type", at: node.offset, "expected a date and time (tag 0), found \(kind(of: node))")
        }
    }

    /// As those who verify read it: a bare date is none.
    private mutating func checkIsDateTime(_ text: String, at offset: Int) {
        if !ElementType.dateTime.accepts(.dateTime(text)) { find(.error, "date.invalid", at: offset, "not an RFC 3339 date and time") }
    }

    mutating func checkDateText(_ text: String, at offset: Int) {
        if text.contains(".") { find(.warning, "date.fraction", at: offset, "a date with fractions of a second") }
        if !text.hasSuffix("Z"), !text.hasSuffix("z"), Instant(text) != nil, text.utf8.count > 10 {
            find(.warning, "date.offset", at: offset, "a date with a numeric offset instead of Z")
        }
    }

    mutating func checkDigestIdentifier(_ node: CBORNode) {
        guard case .unsigned(let value) = node.content else {
            return find(.error, "digest-id.type", at: node.offset, "a digestID must be an unsigned integer")
        }
        if value >= 1 << 31 { find(.error, "digest-id.limit", at: node.offset, "the digestID \(value) is not below 2^31") }
    }

    // MARK: Elements

    /// Compares a value with the catalogue's type; unknown elements may be anything.
    mutating func checkType(of node: CBORNode, element: String) {
        guard let nameSpace = scope.nameSpace, node.isComplete,
            let definition = ElementCatalogue.of(NameSpace(rawValue: nameSpace))?.definition(
                of: ElementIdentifier(rawValue: element)),
            let value = try? CBORItem(bytes[node.range], dialect: .complete).value(), !definition.type.accepts(value)
        else { return }
        find(
            .warning, "element.type", at: node.offset,
            "\(SafeText.plain(element, limit: 60)): the value is not of the catalogue's type \(definition.type.rawValue)")
    }

    /// Items of one namespace: names and digest identifiers must be unique, and every digest must be right.
    mutating func checkItems(_ node: CBORNode) {
        var names: Set<String> = []
        var identifiers: Set<UInt64> = []
        if node.isComplete, node.elements?.isEmpty == true {
            find(.error, "namespace.empty", at: node.offset, "a namespace holds no items")
        }
        for item in node.elements ?? [] {
            guard let content = item.embeddedString?.body else { continue }
            var parser = TolerantParser(bytes, content)
            guard let inner = parser.parse(depth: 0) else { continue }
            if let name = inner.member("elementIdentifier"), let text = name.text, !names.insert(text).inserted {
                find(
                    .error, "item.duplicate-element", at: name.offset,
                    "\(SafeText.plain(text, limit: 60)) occurs twice in its namespace")
            }
            guard let identifier = inner.member("digestID"), case .unsigned(let value) = identifier.content else { continue }
            if !identifiers.insert(value).inserted {
                find(
                    .error, "item.duplicate-digest-id", at: identifier.offset, "the digestID \(value) occurs twice in its namespace"
                )
            }
            checkDigest(of: item, identifier: value)
        }
    }

    private mutating func checkDigest(of item: CBORNode, identifier: UInt64) {
        guard item.isComplete, let table = scope.digests, let digests = table.digests, let nameSpace = scope.nameSpace else { return }
        guard let expected = digests[DigestTable.Key(nameSpace: nameSpace, identifier: identifier)] else {
            return find(
                .error, "digest.missing", at: item.offset, "the mobile security object has no digest \(identifier) for this item")
        }
        if !(table.algorithm ?? .sha256).matches(bytes[expected.body], of: bytes[item.range]) {
            find(
                .error, "digest.mismatch", at: item.offset,
                "the item does not have digest \(identifier); it was changed or encoded anew")
        }
    }
}
