import Crypto
import IdentityElements
import MobileDocument

extension Annotator {
    // MARK: What a line says

    func headline(of item: Opened) -> String {
        let node = item.node
        if let inner = item.inner.first {
            let text = headline(of: inner)
            return switch node.content {
            case .tag(24, _): "24(\(text))"
            case .tag(let number, _): "\(number)(\(text))"
            default: "bytes with \(text)"
            }
        }
        let text: String
        switch item.shape {
        case .structure(let name, _), .labelled(let name, _), .tuple(let name, _): text = "\(name), \(plainHeadline(of: node))"
        case .issuerSigned: text = "IssuerSigned, \(plainHeadline(of: node))"
        case .item: text = itemHeadline(of: node)
        case .nameSpaces: text = counted(node.entries?.count, "namespace")
        case .elements: text = counted(node.entries?.count, "element")
        case .digests: text = counted(node.entries?.count, "digest")
        case .headers: text = node.entries?.isEmpty == true ? "no headers" : counted(node.entries?.count, "header")
        case .key: text = "COSE_Key, \(keyName(of: node))"
        case .signature: text = "COSE_Sign1, " + algorithmName(of: node)
        case .mac: text = "COSE_Mac0, " + algorithmName(of: node)
        case .chain:
            text =
                node.elements.map { $0.isEmpty ? "no certificates" : counted($0.count, "certificate") }
                ?? certificateHeadline(node.body)
        case .certificate: text = certificateHeadline(node.body)
        case .rawSignature: text = "\(node.body.count) bytes, \(shownBytes(node.body))"
        case .scalar(let meaning): text = scalarHeadline(of: node, meaning)
        case .masked: text = maskedHeadline(of: node)
        default: text = plainHeadline(of: node)
        }
        return node.isComplete ? text : text + " (incomplete)"
    }

    func details(of item: Opened) -> [String] {
        let node = item.node
        switch item.innermost.shape {
        case .item where node.embeddedString != nil: return itemDetails(of: item)
        case .certificate, .chain:
            // The fingerprint stands with the certificate's own lines.
            return []
        case .masked: return []
        default: break
        }
        if node.embeddedString != nil, node.isComplete {
            return ["SHA-256 with tag and head \(sha256(node.range))"] + transcriptDetails(of: item.innermost)
        }
        if case .tuple("SessionTranscript", _) = item.shape { return transcriptDetails(of: item) }
        if item.inner.isEmpty, node.isBytes, node.isComplete, node.body.count > 32 { return ["SHA-256 \(sha256(node.body))"] }
        return []
    }

    private func transcriptDetails(of item: Opened) -> [String] {
        guard case .tuple("SessionTranscript", _) = item.shape, item.node.isComplete else { return [] }
        return ["transcript SHA-256 \(sha256(item.node.range)) (without tag 24)", "handover: \(TranscriptName.of(item.node))"]
    }

    // MARK: Any item

    func kind(of node: CBORNode) -> String {
        switch node.content {
        case .unsigned, .negative: "an integer"
        case .bytes: "a byte string"
        case .text: "text"
        case .chunks(_, let isText): isText ? "text in chunks" : "a byte string in chunks"
        case .array: "an array"
        case .map: "a map"
        case .tag(let number, _): "tag \(number)"
        case .boolean: "true or false"
        case .null: "null"
        case .undefined: "undefined"
        case .simple: "a simple value"
        case .float: "a floating-point number"
        }
    }

    func plainHeadline(of node: CBORNode) -> String {
        switch node.content {
        case .unsigned(let value): "\(value)"
        case .negative(let argument): argument == .max ? "-18446744073709551616" : "-\(argument + 1)"
        case .bytes: bytesHeadline(node.body)
        case .text(let text): SafeText.quoted(text)
        case .chunks(let chunks, let isText):
            (isText ? "text" : "byte string") + " of indefinite length, " + counted(chunks.count, "chunk")
        case .array(let elements): "array of \(elements.count)"
        case .map(let entries): "map of \(entries.count)"
        case .tag(let number, let inner):
            switch (number, inner?.content) {
            case (0, .text(let text)): SafeText.plain(text) + " (date and time)"
            case (1004, .text(let text)): SafeText.plain(text) + " (date)"
            case (2, .bytes): "0x\(Hexadecimal.text(bytes[inner?.body ?? 0..<0].prefix(40))) (big integer)"
            default:
                "tag \(number)" + (COSENames.tag(number).map { " (\($0))" } ?? "")
                    + (inner.map { ", " + plainHeadline(of: $0) } ?? "")
            }
        case .boolean(let value): value ? "true" : "false"
        case .null: "null"
        case .undefined: "undefined"
        case .simple(let value): "simple(\(value))"
        case .float(let value): "\(value)"
        }
    }

    private func bytesHeadline(_ body: Range<Int>) -> String {
        if body.isEmpty { return "no bytes" }
        if let picture = picture(body) { return "\(picture) picture, \(body.count) bytes" }
        return body.count <= 32 ? "h'\(Hexadecimal.text(bytes[body]))'" : "\(body.count) bytes, \(shownBytes(body))"
    }

    func shownBytes(_ body: Range<Int>) -> String {
        body.count <= 32 ? "h'\(Hexadecimal.text(bytes[body]))'" : "h'\(Hexadecimal.text(bytes[body].prefix(12)))…'"
    }

    private func picture(_ body: Range<Int>) -> String? {
        let start = bytes[body].prefix(12)
        if start.starts(with: [0xff, 0xd8, 0xff]) { return "JPEG" }
        if start.starts(with: [0, 0, 0, 0x0c, 0x6a, 0x50, 0x20, 0x20]) || start.starts(with: [0xff, 0x4f, 0xff, 0x51]) {
            return "JPEG 2000"
        }
        if start.starts(with: [0x89, 0x50, 0x4e, 0x47]) { return "PNG" }
        return nil
    }

    func counted(_ count: Int?, _ noun: String) -> String {
        let count = count ?? 0
        return count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }

    func sha256(_ range: Range<Int>) -> String { Hexadecimal.text([UInt8](SHA256.hash(data: bytes[range]))) }

    // MARK: Values with a meaning

    func maskedHeadline(of node: CBORNode) -> String {
        if node.isBytes { return "\(node.body.count) bytes, masked" }
        return node.completeText.map { SafeText.quoted(MyNumber.masked($0)) } ?? MyNumber.masked(nil)
    }

    private func scalarHeadline(of node: CBORNode, _ meaning: ScalarMeaning) -> String {
        let plain = plainHeadline(of: node)
        func named(_ name: String?) -> String { name.map { "\(plain) (\($0))" } ?? plain }
        switch meaning {
        case .docType: return named(node.text == DocType.mobileDrivingLicence.rawValue ? "mobile driving licence" : nil)
        case .responseStatus:
            guard case .unsigned(let value) = node.content else { return plain }
            return "\(ResponseStatus(rawValue: value))"
        case .errorCode: return named(node.integer == 0 ? "data not returned" : nil)
        case .retention:
            guard case .boolean(let isKept) = node.content else { return plain }
            return named(isKept ? "will be kept" : "will not be kept")
        case .algorithm: return named(node.integer.flatMap(COSENames.algorithm))
        case .hashAlgorithm: return named(node.integer.flatMap(COSENames.hash))
        case .keyType: return named(node.integer.flatMap(COSENames.keyType))
        case .curve: return named(node.integer.flatMap(COSENames.curve))
        case .point: return named(node.body.count == 65 && bytes[node.body.lowerBound] == 4 ? "uncompressed P-256 point" : nil)
        case .nonce: return node.isBytes ? named("\(node.body.count) bytes") : plain
        case .secret: return "private, \(node.body.count) bytes, not shown"
        case .purpose:
            return named(node.integer.flatMap(CodeNames.purpose))
        case .sessionStatus:
            return named(node.integer.flatMap(CodeNames.sessionStatus))
        case .secondsSinceEpoch:
            return named(
                node.integer.flatMap { (0...253_402_300_799).contains($0) ? Instant(secondsSinceEpoch: $0).description : nil })
        case .certificateProfile: return named(node.text.flatMap(ObjectIdentifierNames.purpose))
        case .listType: return named(node.text == "org.iso.18013.5.1.reader_authentication" ? "authorities of readers" : nil)
        case .trustAnchor:
            guard case .boolean(let isAnchor) = node.content else { return plain }
            return named(isAnchor ? "paths end here" : "below another authority of the list")
        case .opaque(let name): return named(name)
        case .dateTime, .digestAlgorithm, .digestIdentifier, .random, .elementIdentifier, .elementValue: return plain
        }
    }

    /// The algorithm of a `COSE_Sign1` or `COSE_Mac0`.
    func algorithmName(of node: CBORNode) -> String {
        guard let protected = node.elements?.first else { return "no algorithm" }
        if let identifier = Recognition.protectedAlgorithm(protected, in: bytes) {
            return COSENames.algorithm(identifier) ?? "algorithm \(identifier)"
        }
        guard let parts = node.elements, parts.count > 1, let identifier = parts[1].member(1)?.integer else {
            return "no algorithm"
        }
        return (COSENames.algorithm(identifier) ?? "algorithm \(identifier)") + " (unprotected)"
    }

    func keyName(of node: CBORNode) -> String {
        if let curve = node.member(-1)?.integer { return COSENames.curve(curve) ?? "curve \(curve)" }
        return node.member(1)?.integer.flatMap(COSENames.keyType) ?? "unknown type"
    }

    // MARK: Elements

    func displayName(_ identifier: String) -> String {
        let shown = SafeText.plain(identifier)
        guard let nameSpace = scope.nameSpace else { return shown }
        let name = ElementCatalogue.displayName(
            of: ElementReference(NameSpace(rawValue: nameSpace), ElementIdentifier(rawValue: identifier)))
        return name == identifier ? shown : "\(name) (\(shown))"
    }

    private func itemHeadline(of node: CBORNode) -> String {
        guard let identifier = node.member("elementIdentifier")?.text else { return "IssuerSignedItem, \(plainHeadline(of: node))" }
        return "IssuerSignedItem, " + displayName(identifier)
    }

    private func itemDetails(of item: Opened) -> [String] {
        guard item.node.isComplete else { return [] }
        let plainHash = "SHA-256 with tag and head \(sha256(item.node.range))"
        guard let table = scope.digests, let digests = table.digests, let nameSpace = scope.nameSpace,
            case .unsigned(let identifier)? = item.innermost.node.member("digestID")?.content
        else { return [plainHash] }
        let algorithm = table.algorithm ?? .sha256
        let digest = algorithm.digest(of: bytes[item.node.range])
        let shown = algorithm == .sha256 ? plainHash : "\(algorithm.rawValue) with tag and head \(Hexadecimal.text(digest))"
        guard let expected = digests[DigestTable.Key(nameSpace: nameSpace, identifier: identifier)] else {
            return [shown, "the mobile security object has no digest \(identifier) in this namespace"]
        }
        let relation = bytes[expected.body].elementsEqual(digest) ? "equals" : "differs from"
        return [shown, "\(relation) digest \(identifier) at \(expected.offset)"]
    }
}
