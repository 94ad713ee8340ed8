import MobileDocument

/// The one line that stands for a whole structure.
enum Summary {
    static func of(_ node: CBORNode, kind: InspectionKind, in bytes: [UInt8], isBroken: Bool) -> String {
        let text = [kind.name, details(of: content(of: node, in: bytes), kind, in: bytes)].filter { !$0.isEmpty }.joined(
            separator: ", ")
        return isBroken ? text + " (broken, see below)" : text
    }

    /// What a tag-24 item holds.
    private static func content(of node: CBORNode, in bytes: [UInt8]) -> CBORNode {
        guard let string = node.embeddedString else { return node.untagged }
        var parser = TolerantParser(bytes, string.body)
        return parser.parse(depth: 0) ?? node
    }

    private static func details(of node: CBORNode, _ kind: InspectionKind, in bytes: [UInt8]) -> String {
        switch kind {
        case .deviceResponse: response(node)
        case .inAppPlaintext: node.member("identity").map { "DeviceResponse, \(response($0))" } ?? ""
        case .deviceRequest: request(node, in: bytes)
        case .document: docType(node) ?? ""
        case .issuerSigned: counted(elements(node), "element")
        case .itemsRequest: docType(node) ?? ""
        case .mobileSecurityObject: docType(node) ?? ""
        case .issuerAuth, .coseSign1, .coseMac0, .statusListToken, .identifierListToken, .vical, .rical:
            signature(node, kind, in: bytes)
        case .coseKey: node.member(-1)?.integer.flatMap(COSENames.curve) ?? ""
        case .encryptionInfo: node.elements?.last?.member("nonce").map { "nonce of \($0.body.count) bytes" } ?? ""
        case .encryptedResponse: node.elements?.last?.member("cipherText").map { "\($0.body.count) bytes sealed" } ?? ""
        case .inAppEnvelope:
            (node.member("algorithm")?.text.map { SafeText.plain($0, limit: 40) } ?? "")
                + (node.member("data").map { ", \($0.body.count) bytes sealed" } ?? "")
        case .sessionTranscript: TranscriptName.of(node)
        case .cbor: describe(node)
        default: ""
        }
    }

    private static func response(_ node: CBORNode) -> String {
        let documents = node.member("documents")?.elements ?? []
        let types = documents.prefix(4).map {
            (docType($0) ?? "?") + ", " + counted(elements($0.member("issuerSigned")), "element")
        }
        let status = node.member("status").flatMap(\.integer).flatMap(UInt64.init(exactly:)).map {
            "status \(ResponseStatus(rawValue: $0))"
        }
        return
            (["version " + version(node), counted(documents.count, "document")] + [types.joined(separator: "; ")] + [
                status ?? "no status"
            ])
            .filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private static func request(_ node: CBORNode, in bytes: [UInt8]) -> String {
        let requests = node.member("docRequests")?.elements ?? []
        let types = requests.prefix(4).compactMap { request -> String? in
            guard let item = request.member("itemsRequest") else { return nil }
            return docType(content(of: item, in: bytes))
        }
        let isSigned = requests.contains { $0.member("readerAuth") != nil } || node.member("readerAuthAll") != nil
        return
            (["version " + version(node), counted(requests.count, "document request")] + [types.joined(separator: "; ")]
            + [isSigned ? "with reader signature" : "unsigned"]).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private static func signature(_ node: CBORNode, _ kind: InspectionKind, in bytes: [UInt8]) -> String {
        guard let parts = node.elements, let first = parts.first else { return "" }
        let algorithm =
            Recognition.protectedAlgorithm(first, in: bytes).map { COSENames.algorithm($0) ?? "algorithm \($0)" } ?? "no algorithm"
        guard parts.count > 2 else { return algorithm }
        guard parts[2].isBytes else { return "\(algorithm), detached payload" }
        var parser = TolerantParser(bytes, parts[2].body)
        guard let payload = parser.parse(depth: 0), payload.isComplete else {
            return "\(algorithm), payload of \(parts[2].body.count) bytes"
        }
        let inner = content(of: payload, in: bytes)
        switch kind {
        case .issuerAuth: return "COSE_Sign1 with \(algorithm), MobileSecurityObject for \(docType(inner) ?? "?")"
        case .vical:
            let provider = inner.member("vicalProvider")?.text.map { SafeText.plain($0, limit: 60) } ?? "?"
            return
                "COSE_Sign1 with \(algorithm), of \(provider), \(counted(inner.member("certificateInfos")?.elements?.count ?? 0, "certificate"))"
        case .rical:
            let provider = inner.member("provider")?.text.map { SafeText.plain($0, limit: 60) } ?? "?"
            return "COSE_Sign1 with \(algorithm), of \(provider), \(counted(inner.member("certificateInfos")?.elements?.count ?? 0, "certificate"))"
        case .statusListToken, .identifierListToken:
            return "COSE_Sign1 with \(algorithm), for \(inner.member(2)?.text.map { SafeText.plain($0, limit: 100) } ?? "?")"
        default:
            return
                "\(algorithm), with \(Recognition(of: payload, in: bytes)?.kind.name ?? "a payload of \(parts[2].body.count) bytes")"
        }
    }

    private static func describe(_ node: CBORNode) -> String {
        switch node.content {
        case .map(let entries):
            let keys = entries.prefix(4).compactMap { $0.key.text.map { SafeText.plain($0, limit: 30) } }
            return counted(entries.count, "map entry", plural: "map entries")
                + (keys.isEmpty ? "" : ": " + keys.joined(separator: ", "))
        case .array(let elements): return "array of \(elements.count)"
        default: return "a single item"
        }
    }

    private static func docType(_ node: CBORNode) -> String? { node.member("docType")?.text.map { SafeText.plain($0, limit: 60) } }

    private static func version(_ node: CBORNode) -> String {
        node.member("version")?.text.map { SafeText.plain($0, limit: 10) } ?? "?"
    }

    private static func elements(_ issuerSigned: CBORNode?) -> Int {
        (issuerSigned?.member("nameSpaces")?.entries ?? []).reduce(0) { $0 + ($1.value?.elements?.count ?? 0) }
    }

    private static func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(plural ?? noun + "s")"
    }
}
