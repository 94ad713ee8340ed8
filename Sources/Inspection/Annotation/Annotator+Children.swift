import CBOR
import MobileDocument

extension Annotator {
    mutating func annotateChildren(of item: Opened, depth: Int) {
        let node = item.node
        let outer = scope
        switch item.shape {
        case .structure(let name, let members): annotateStructure(node, name, members, depth)
        case .labelled(_, let labels): annotateLabels(node, labels, depth)
        case .tuple(let name, let members): annotateTuple(node, name, members, depth)
        case .list(let shape):
            for (index, element) in (node.elements ?? []).enumerated() {
                annotate(element, as: shape, label: "[\(index)]", depth: depth)
            }
        case .nameSpaces(let shape): annotateNameSpaces(node, shape, depth)
        case .elements(let shape): annotateElements(node, shape, depth)
        case .digests: annotateDigests(node, depth)
        case .issuerSigned:
            scope.digests = DigestTable(of: node, in: bytes)
            annotateStructure(
                node, "IssuerSigned", ["nameSpaces": Shape.issuerNameSpaces, "issuerAuth": .signature(.issuer)], depth)
        case .item: annotateItem(node, depth)
        case .signature(let role): annotateSignature(node, role, depth)
        case .mac: annotateMac(node, depth)
        case .headers(let isProtected):
            scope.isProtectedHeader = isProtected
            if !isProtected, let algorithm = node.member(1) {
                find(
                    .error, "cose.algorithm-unprotected", at: algorithm.offset,
                    "alg stands in the unprotected header, which no signature covers")
            }
            annotateLabels(node, Shape.headerLabels, depth)
        case .key:
            if let secret = node.member(-4) {
                find(.warning, "cose-key.private", at: secret.offset, "a private key; it belongs in no message and is not shown")
            }
            annotateLabels(node, Shape.keyLabels, depth)
        case .chain: annotateChain(node, depth)
        case .certificate: annotateCertificate(node.body, depth: depth, chain: nil)
        case .scalar(let meaning):
            check(node, meaning)
            annotatePlain(node, .plain, depth)
        case .masked(let meaning): check(node, meaning)
        case .plain: annotatePlain(node, .plain, depth)
        default: annotatePlain(node, .any, depth)
        }
        scope = outer
    }

    // MARK: Maps and arrays

    private mutating func annotateStructure(
        _ node: CBORNode, _ name: String, _ members: [String: Shape], _ depth: Int, others: Shape = .any
    ) {
        for entry in node.entries ?? [] {
            let label = keyText(entry.key)
            guard let value = entry.value else {
                add(entry.key.range, depth, label, "the value is missing")
                continue
            }
            let shape = entry.key.text.flatMap { members[$0] } ?? others
            // Absent parts written as null are common in simulators and harmless to show.
            if value.isNull, entry.key.text == "status", name == "MobileSecurityObject" {
                find(.warning, "mso.status-null", at: value.offset, "status is null instead of absent, as simulators send it")
                add(value.range, depth, label, "null")
                continue
            }
            annotate(value, as: shape, label: label, depth: depth)
        }
    }

    private mutating func annotateLabels(_ node: CBORNode, _ labels: [Int64: Shape.Member], _ depth: Int) {
        for entry in node.entries ?? [] {
            let member = entry.key.integer.flatMap { labels[$0] }
            let label = member.map { "\(keyText(entry.key)) \($0.name)" } ?? keyText(entry.key)
            guard let value = entry.value else {
                add(entry.key.range, depth, label, "the value is missing")
                continue
            }
            annotate(value, as: member?.shape ?? .any, label: label, depth: depth)
        }
    }

    private mutating func annotateTuple(_ node: CBORNode, _ name: String, _ members: [Shape.Member], _ depth: Int) {
        let elements = node.elements ?? []
        if node.isComplete, elements.count != members.count {
            find(
                .error, CBORError.Code.invalidValue.rawValue, at: node.offset,
                "\(name) has \(elements.count) elements instead of \(members.count)")
        }
        for (index, element) in elements.enumerated() {
            let member = index < members.count ? members[index] : Shape.Member("[\(index)]")
            annotate(element, as: member.shape, label: member.name, depth: depth)
        }
    }

    private mutating func annotatePlain(_ node: CBORNode, _ shape: Shape, _ depth: Int) {
        switch node.content {
        case .array(let elements), .chunks(let elements, _):
            for (index, element) in elements.enumerated() { annotate(element, as: shape, label: "[\(index)]", depth: depth) }
        case .map(let entries):
            let isMaskedItem = node.member("elementValue") != nil && isMasked(item: node, in: nil)
            for entry in entries {
                let label = keyText(entry.key)
                if let value = entry.value {
                    let name = entry.key.text
                    let isHidden = isMaskedItem ? name != "elementIdentifier" : name.map { isMasked($0, in: nil) } ?? false
                    if isHidden, !isMaskedItem || !isSalted(node) { unsaltedMasks += 1 }
                    annotate(value, as: isHidden ? .masked(.elementValue) : shape, label: label, depth: depth)
                } else {
                    add(entry.key.range, depth, label, "the value is missing")
                }
            }
        case .tag(let number, let inner?):
            if number == 0, let text = inner.text { checkDateText(text, at: node.offset) }
            let opened = open(inner, as: shape, label: "")
            annotateContent(of: opened, depth: depth)
        default: break
        }
    }

    private func keyText(_ key: CBORNode) -> String {
        switch key.content {
        case .text(let text): SafeText.plain(text, limit: 80)
        default: plainHeadline(of: key)
        }
    }

    // MARK: Namespaces and elements

    private mutating func annotateNameSpaces(_ node: CBORNode, _ shape: Shape, _ depth: Int) {
        for entry in node.entries ?? [] {
            let name = entry.key.text
            if name == NameSpace.developerTest.rawValue {
                find(
                    .warning, "simulator.namespace", at: entry.key.offset,
                    "the developer-test namespace, which only simulators have")
            }
            scope.nameSpace = name
            guard let value = entry.value else {
                add(entry.key.range, depth, keyText(entry.key), "the value is missing")
                continue
            }
            if case .list(.embedded(.item)) = shape { checkItems(value) }
            annotate(value, as: shape, label: keyText(entry.key), depth: depth)
        }
    }

    private mutating func annotateElements(_ node: CBORNode, _ shape: Shape, _ depth: Int) {
        for entry in node.entries ?? [] {
            let label = entry.key.text.map(displayName) ?? keyText(entry.key)
            guard let value = entry.value else {
                add(entry.key.range, depth, label, "the value is missing")
                continue
            }
            guard case .scalar(.elementValue) = shape else {
                annotate(value, as: shape, label: label, depth: depth)
                continue
            }
            if let name = entry.key.text { checkType(of: value, element: name) }
            let isHidden = isMasked(entry.key.text, in: scope.nameSpace)
            if isHidden { unsaltedMasks += 1 }
            annotate(value, as: isHidden ? .masked(.elementValue) : shape, label: label, depth: depth)
        }
    }

    private mutating func annotateDigests(_ node: CBORNode, _ depth: Int) {
        for entry in node.entries ?? [] {
            checkDigestIdentifier(entry.key)
            var label = "digest \(keyText(entry.key))"
            let hashed = items(ofDigest: entry.key)
            if let element = hashed.last(where: { $0.member("elementIdentifier")?.text != nil })?.member("elementIdentifier")?.text {
                label += " \(SafeText.plain(element, limit: 60))"
            }
            guard let value = entry.value else {
                add(entry.key.range, depth, label, "the value is missing")
                continue
            }
            // It is the hash of an item, which tells the item's value as the hash beside the item does.
            let isHidden = hashed.contains { isMasked(item: $0, in: scope.nameSpace) && !isSalted($0) }
            if isHidden { unsaltedMasks += 1 }
            let shown = value.isBytes ? Hexadecimal.text(bytes[value.body].prefix(64)) : plainHeadline(of: value)
            add(value.range, depth, label, isHidden ? maskedHeadline(of: value) : shown)
        }
    }

    /// The items of which the mobile security object has a digest under a key.
    private func items(ofDigest key: CBORNode) -> [CBORNode] {
        guard case .unsigned(let identifier) = key.content, let nameSpace = scope.nameSpace else { return [] }
        return scope.digests?.items[DigestTable.Key(nameSpace: nameSpace, identifier: identifier)] ?? []
    }

    private mutating func annotateItem(_ node: CBORNode, _ depth: Int) {
        if let identifier = node.member("elementIdentifier")?.text, let value = node.member("elementValue") {
            checkType(of: value, element: identifier)
        }
        let isHidden = isMasked(item: node, in: scope.nameSpace)
        if isHidden, !isSalted(node) { unsaltedMasks += 1 }
        annotateStructure(
            node, "IssuerSignedItem",
            [
                "digestID": .scalar(.digestIdentifier), "random": isHidden ? .masked(.random) : .scalar(.random),
                "elementIdentifier": .scalar(.elementIdentifier),
                "elementValue": isHidden ? .masked(.elementValue) : .scalar(.elementValue),
            ], depth, others: isHidden ? .masked(.elementValue) : .any)
    }
}
